import { recordEvents } from '#features/tracking/server/record-events.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import { newId } from '#kit/id.ts';
import type { Context } from '#platform/context.ts';
import type { Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import { isErased } from '../identity/dismissal-store.ts';
import { listKnown } from '../identity/match-index-store.ts';
import { checkAddressesJob } from '../lead-checks.ts';
import { identify, lookupHashesOf } from '../person.ts';
import { insertLead, searchTextOf } from '../store.ts';

/** Nothing of what was said: it may tell of an illness, and that is never stored with a person. */
export type WebsiteVisitor = {
  name: string;
  email: string;
  signal: string;
  /** `consent`: they agreed to be written to, and the caller keeps the proof · `enquiry`: they asked to be answered. */
  ground: 'consent' | 'enquiry';
};

/** Asking for an answer is interest that needs no reading between the lines; what they need is still to be found out. */
const LEFT_ADDRESS = {
  rule: 'left_address',
  label: 'Left an address on the website',
  points: 6,
  start: null,
  end: null,
};

/**
 * The lead with this address, made where there is none, in the caller's transaction. Undefined for somebody who
 * asked to be erased: they are answered where they are, and not stored. Anybody can type any address: that it is
 * that of a known lead does not make the visitor that lead.
 */
export async function welcomeVisitor(
  ctx: Pick<Context, 'jobs' | 'eventSubscribers' | 'contactPepper'>,
  tx: Transaction,
  { name, email, signal, ground }: WebsiteVisitor,
): Promise<{ leadId: string; isKnown: boolean } | undefined> {
  const contact = identify(ctx, 'website', { email });
  const hashes = lookupHashesOf(ctx, contact);
  if (await isErased(tx, hashes)) return undefined;
  const [known] = (await listKnown(tx, [{ ...contact, hashes }])).flat();
  if (known) return { leadId: known.id, isKnown: true };
  const id = newId();
  const words = { name, behaviorSignal: signal };
  await insertLead(tx, {
    id,
    ...contact,
    ...words,
    platform: 'website',
    aiScore: LEFT_ADDRESS.points.toFixed(1),
    scoreReasons: [LEFT_ADDRESS],
    scoredBy: BUILT_IN_ENGINE,
    contactStatus: 'enrichment_pending',
    groupId: null,
    legalGround: ground,
    searchText: searchTextOf({ ...words, ...contact }),
  });
  await recordEvents(ctx, tx, [{ type: 'lead.added', leadId: id, data: { platform: 'website' } }]);
  await ctx.jobs.send(checkAddressesJob, { leadIds: [id] }, { tx });
  await announce(tx, ['leads', 'lead-groups']);
  return { leadId: id, isKnown: false };
}
