import { readFile } from 'node:fs/promises';
import { matchKeysOf } from '#features/leads/rules-duplicates.ts';
import { queueLeadChecks } from '#features/leads/server/lead-checks.ts';
import { refreshCopies } from '#features/leads/server/linked-records.ts';
import { hashesOf, identify, lookupHashesOf } from '#features/leads/server/person.ts';
import {
  insertDuplicates,
  isErased,
  listKnown,
  lockLead,
  type StoredLead,
  searchTextOf,
  updateLead,
} from '#features/leads/server/service.ts';
import type { ReceivedFile } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { jsonOf } from '#kit/text.ts';
import { MINUTE_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import { EnrichmentError, type EnrichmentWebhook } from '#providers/enrichment/port.ts';
import { EnrichmentAnswer } from '../contract-enrichment.ts';
import { type Asked, claimRequests, lockRequest, openRequests, updateRequest } from './enrichment-store.ts';

type AnswerHeaders = Record<string, string | string[] | undefined>;

const ASKED_AT_ONCE = 20;
/** Requests of one call, so that it ends. */
const MOST_ROUNDS = 50;
const MOST_ATTEMPTS = 5;

/** Asks the enrichment service for the addresses of those who have none. Callers in parallel ask for no one twice. */
export async function askForContacts(ctx: Context): Promise<void> {
  const { db, enrichment } = ctx;
  const { webhook } = enrichment;
  if (webhook === undefined) return;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    await openRequests(db, ASKED_AT_ONCE);
    const requests = await claimRequests(db, ASKED_AT_ONCE);
    if (requests.length === 0) return;
    await Promise.all(requests.map((request) => ask(ctx, webhook, request)));
  }
}

/** Keeps an answer of the service, once. Refuses with `forbidden` one that is not authentic. */
export async function answerEnrichment(
  ctx: Context,
  file: ReceivedFile,
  headers: AnswerHeaders,
): Promise<{ taken: boolean }> {
  const body = await readFile(file.path, 'utf8');
  const answer = EnrichmentAnswer.safeParse(jsonOf(body));
  if (!answer.success) {
    throw new AppError(
      'invalid_input',
      'An answer is JSON with a request_id and, where one is known, an email.',
    );
  }
  const { request_id: requestId, email } = answer.data;
  const isAuthentic = ctx.enrichment.webhook?.isAuthentic({
    requestId,
    body,
    authorization: one(headers['authorization']),
    timestamp: one(headers['x-yarrow-timestamp']),
    signature: one(headers['x-yarrow-signature']),
  });
  if (!isAuthentic) throw new AppError('forbidden', 'Neither the signature nor the token is right.');
  return inTransaction(ctx.db, async (tx) => {
    const request = await lockRequest(tx, requestId);
    if (!request) throw new AppError('not_found', 'This request is not known any more.');
    const lead = await lockLead(tx, request.leadId);
    if (request.state === 'answered' || !lead || lead.deletedAt) return { taken: false };
    await updateRequest(tx, requestId, { state: 'answered' });
    if (lead.email === null) await keep(ctx, tx, lead, email);
    await announce(tx, ['leads', 'lead-groups']);
    return { taken: true };
  });
}

async function ask(ctx: Context, to: EnrichmentWebhook, request: Asked): Promise<void> {
  try {
    await to.ask(request);
    await updateRequest(ctx.db, request.requestId, { state: 'asked' });
  } catch (error) {
    if (!(error instanceof EnrichmentError)) throw error;
    const isOver = !error.retryable || request.attempts >= MOST_ATTEMPTS;
    ctx.log.warn({ reason: error.message, isOver }, 'enrichment: the service did not take a request');
    if (isOver) return giveUp(ctx, request);
    const waitMs = error.retryAfterMs ?? MINUTE_MS * 2 ** (request.attempts - 1);
    await updateRequest(ctx.db, request.requestId, {
      nextTryAt: new Date(ctx.clock.now().getTime() + waitMs),
    });
  }
}

/** No answer will come, so the contact needs a manual check. */
function giveUp({ db }: Context, { requestId, leadId }: Asked): Promise<void> {
  return inTransaction(db, async (tx) => {
    await updateRequest(tx, requestId, { state: 'failed' });
    const lead = await lockLead(tx, leadId);
    if (lead?.contactStatus !== 'enrichment_pending') return;
    await updateLead(tx, leadId, { contactStatus: 'manual_verification' });
    await announce(tx, ['leads']);
  });
}

/** Gives a lead the address that was found, unless it belongs to another lead or to an erased contact. */
async function keep(ctx: Context, tx: Transaction, lead: StoredLead, email: string): Promise<void> {
  const { jobs } = ctx;
  const contact = identify(ctx, lead.platform, {
    email,
    handle: lead.handle,
    phone: lead.phone,
    country: lead.country,
  });
  const isAddress = EMAIL.test(email);
  const { emailKey } = contact;
  const hashes = hashesOf(ctx, { emailKey, handleKey: null, phoneKey: null });
  const owners = isAddress ? await listKnown(tx, [{ emailKey, handleKey: null, hashes }]) : [];
  const same = owners.flat().find(({ id }) => id !== lead.id);
  if (same) {
    const reason = 'found_address' as const;
    await insertDuplicates(tx, [{ id: newId(), keepId: same.id, otherId: lead.id, reason }]);
  }
  if (!isAddress || same || (await isErased(tx, lookupHashesOf(ctx, contact)))) {
    if (lead.contactStatus !== 'enrichment_pending') return;
    await updateLead(tx, lead.id, { contactStatus: 'manual_verification' });
    return;
  }
  await updateLead(tx, lead.id, {
    ...contact,
    contactStatus: 'enrichment_pending',
    matchKeys: matchKeysOf({ name: lead.name, ...contact }),
    searchText: searchTextOf({ ...lead, ...contact }),
  });
  await refreshCopies(ctx, tx, [lead.id]);
  await queueLeadChecks(jobs, tx, { unchecked: [lead.id] });
}

/** As the contract has it for addresses that people type. */
const EMAIL = /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/;

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
