import type { z } from 'zod';
import { hostedPagePath } from '#features/content/contract-pages.ts';
import { parseSender } from '#features/mail/server/service.ts';
import { findSending, isMailPaused } from '#features/mailboxes/server/sending.ts';
import { SECOND_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import type { Egress } from '#platform/egress.ts';
import type * as contract from '../../contract-preview.ts';
import { preflightChecks } from '../../rules-preflight.ts';
import { findLandingSiteByUrl } from '../campaign-store.ts';
import { readSender } from './campaign-texts.ts';
import { listImpressions, listTargets } from './preview-campaign.ts';

declare module '#platform/context.ts' {
  interface Context {
    /** Requests the links of a campaign to see whether they work. */
    readonly checkEgress: Egress;
    /** Unanswered replies from people in these groups; filled by the inbox. */
    readonly countUnanswered: (groupIds: readonly string[]) => Promise<number>;
  }
}

const LINK_TIMEOUT_MS = 6 * SECOND_MS;

export async function preflightCampaign(
  ctx: Context,
  input: z.output<typeof contract.preflightCampaign.body>,
): Promise<contract.PreflightCheck[]> {
  const { workspace, sender } = await readSender(ctx);
  const own = await findSending(ctx);
  const { domain } = parseSender(own?.from ?? sender.header);
  const [records, impressions, links, unanswered] = await Promise.all([
    ctx.mailTransports.readSenderRecords(domain),
    listImpressions(ctx, input),
    Promise.all((await listTargets(ctx, input)).map((url) => statusOf(ctx, url))),
    ctx.countUnanswered(input.targetGroups ?? []),
  ]);
  return preflightChecks({
    channels: input.channels ?? [],
    domain,
    ...records,
    links,
    impressions,
    publicUrl: ctx.publicUrl,
    postalAddress: workspace.postalAddress,
    hasMailServer: own !== undefined || ctx.mailTransports.smtp !== undefined,
    isMailPaused: await isMailPaused(ctx),
    unanswered,
  });
}

async function statusOf(ctx: Context, url: string): Promise<{ url: string; status: number | null }> {
  // A page of ours is known here; from outside this server may not even see itself.
  if (url.startsWith(`${ctx.publicUrl}${hostedPagePath('')}`)) {
    const { origin, pathname } = new URL(url);
    return { url, status: (await findLandingSiteByUrl(ctx.db, origin + pathname)) ? 200 : 404 };
  }
  try {
    return { url, status: (await ctx.checkEgress({ url, timeoutMs: LINK_TIMEOUT_MS })).status };
  } catch {
    return { url, status: null };
  }
}
