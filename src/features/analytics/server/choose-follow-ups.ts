import type { Lead } from '#features/leads/contract.ts';
import { getLead } from '#features/leads/server/lead-records.ts';
import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import { FOLLOW_UP_KINDS, type FollowUpKind, type Learned } from '../contract-follow-ups.ts';
import { type DraftFact, draftFacts } from '../rules-drafts.ts';
import { FOLLOW_UPS_A_DAY, learnedWeight, pressure } from '../rules-follow-ups.ts';
import { type CandidateRow, countAnswers, listCandidates } from './follow-ups-store.ts';

/** A lead to write to, with the facts that a draft may use. */
export type Draftable = { leadId: string; kind: FollowUpKind; since: string; facts: readonly DraftFact[] };

/** A recommendation before it is drafted. */
export type Chosen = Draftable & { row: CandidateRow; lead: Lead };

/** What the team made of earlier recommendations, by kind. */
export async function readLearned({ db }: Pick<Context, 'db'>): Promise<Learned[]> {
  const answers = await countAnswers(db);
  return FOLLOW_UP_KINDS.map((kind) => {
    const { done = 0, notUseful = 0 } = answers.find((row) => row.kind === kind) ?? {};
    return { kind, done, notUseful, weight: learnedWeight({ done, notUseful }) };
  });
}

/** The leads to talk to now, the most pressing first, by what they did and what the team made of earlier ones. */
export async function chooseFollowUps(
  ctx: Pick<Context, 'db' | 'clock'>,
  learned: readonly Learned[],
): Promise<Chosen[]> {
  const rows = chooseBest(await listCandidates(ctx.db), learned, ctx.clock.now());
  const found = await Promise.all(
    rows.map(async (row): Promise<Chosen | undefined> => {
      const lead = await getLead(ctx, row.leadId).catch((error: unknown) => {
        // Deleted between the two queries.
        if (error instanceof AppError && error.code === 'not_found') return undefined;
        throw error;
      });
      if (!lead) return undefined;
      const { platform, behaviorSignal } = lead;
      const source = { platform, behaviorSignal, signalAt: dateOf(lead.signalAt), reply: row.reply };
      return {
        row,
        lead,
        leadId: lead.id,
        kind: row.kind,
        since: new Date(row.since).toISOString(),
        facts: draftFacts(row.kind, source),
      };
    }),
  );
  return found.filter((one) => one !== undefined);
}

/** One reason for each person, the most pressing people first. */
function chooseBest(rows: readonly CandidateRow[], learned: readonly Learned[], now: Date): CandidateRow[] {
  const weights = new Map(learned.map(({ kind, weight }) => [kind, weight]));
  const ranked = rows
    .map((row) => {
      const candidate = { ...row, since: new Date(row.since), aiScore: Number(row.aiScore) };
      return { row, rank: pressure(candidate, weights.get(row.kind) ?? 1, now) };
    })
    .toSorted((one, other) => other.rank - one.rank || (one.row.leadId < other.row.leadId ? -1 : 1));
  const best = new Map<string, CandidateRow>();
  for (const { row } of ranked) {
    if (best.size >= FOLLOW_UPS_A_DAY) break;
    if (!best.has(row.leadId)) best.set(row.leadId, row);
  }
  return [...best.values()];
}

export function dateOf(at: string | null): Date | null {
  return at === null ? null : new Date(at);
}
