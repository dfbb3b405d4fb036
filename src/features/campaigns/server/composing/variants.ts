import { recordAudit } from '#features/compliance/server/audit-store.ts';
import { type Actor, actorName } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { HOUR_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Queryable, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { VariantLetter, VariantVerdict } from '../../contract.ts';
import type { StepResult, VariantResult } from '../../contract-variants.ts';
import { judgeTest, rateInterval, testStateOf } from '../../rules-variants.ts';
import {
  type CampaignRow,
  findCampaignRow,
  isMeetingPeople,
  listSteps,
  lockCampaignRow,
  type StepRow,
} from '../campaign-store.ts';
import { campaignNotFound } from '../campaign-view.ts';
import { recheckMessages } from '../recipients/variant-assignment.ts';
import { textsOfStep } from './steps.ts';
import {
  countHeld,
  countVariants,
  listTestedCampaigns,
  setVerdict,
  type VariantCounts,
} from './variant-store.ts';

const TOPICS = ['campaigns', 'messages'] as const;

export async function listVariantResults(ctx: Context, campaignId: string): Promise<StepResult[]> {
  const campaign = await findCampaignRow(ctx.db, campaignId);
  if (!campaign || campaign.deletedAt !== null) throw campaignNotFound();
  return readResults(ctx.db, campaignId);
}

/**
 * A person's choice holds, whatever the figures say; null takes it back, to what the figures had said or else to the
 * test. Again it changes nothing.
 */
export function chooseVariant(
  ctx: Context,
  { id, stepId }: { id: string; stepId: string },
  letter: VariantLetter | null,
  actor: Actor,
): Promise<StepResult[]> {
  return inTransaction(ctx.db, async (tx) => {
    const campaign = await lockCampaign(tx, id);
    const step = (await readResults(tx, id)).find((one) => one.stepId === stepId);
    if (!step) throw new AppError('not_found', 'This step has no variants any more.');
    if (letter !== null && !step.variants.some((variant) => variant.letter === letter))
      throw new AppError('refused', `This step has no variant ${letter} any more.`);
    const { verdict: before } = step;
    const isAsBefore = letter === null ? (before?.by ?? null) === null : before?.winner === letter;
    if (!isAsBefore) {
      const measured = before?.by === null ? before : before?.measured;
      const after =
        letter === null ? takenBack(before) : chosenBy(actor, letter, { measured, now: ctx.clock.now() });
      await applyVerdict(ctx, tx, campaign, step, after, actor);
      await announce(tx, TOPICS);
    }
    return readResults(tx, id);
  });
}

/** Looks at each test whose people have all had their time to answer, once. */
export async function decideTests(ctx: Context, now = ctx.clock.now()): Promise<void> {
  for (const campaignId of await listTestedCampaigns(ctx.db)) await decideCampaign(ctx, campaignId, now);
}

async function readResults(from: Queryable, campaignId: string): Promise<StepResult[]> {
  const steps = await listSteps(from, [campaignId]);
  if (!steps.some(({ test }) => test !== null)) return [];
  const counts = await countVariants(from, campaignId);
  const held = await countHeld(from, campaignId);
  return steps.flatMap((step, index) =>
    step.test === null ? [] : resultOf({ ...step, test: step.test }, { index, counts, held }),
  );
}

async function lockCampaign(tx: Transaction, id: string): Promise<CampaignRow> {
  const row = await lockCampaignRow(tx, id);
  if (!row || row.deletedAt !== null) throw campaignNotFound();
  return row;
}

/** Ends a test or begins it again; everybody who has not been written to yet follows at once. */
async function applyVerdict(
  ctx: Context,
  tx: Transaction,
  campaign: CampaignRow,
  step: StepResult,
  verdict: VariantVerdict | null,
  actor?: Actor,
): Promise<void> {
  await setVerdict(tx, step.stepId, verdict);
  await recordAudit(tx, {
    actor: actor ?? null,
    action: 'campaign.variant_chosen',
    subject: { kind: 'campaign', id: campaign.id },
    details: {
      step: step.number,
      variant: verdict?.winner ?? null,
      p: verdict?.p ?? null,
      figures: step.variants.map(({ letter, sent, clicked, replied, converted }) => ({
        letter,
        sent,
        clicked,
        replied,
        converted,
      })),
    },
  });
  if (campaign.status !== 'draft') {
    await recheckMessages(ctx, tx, campaign);
    await ctx.wakeDelivery(tx);
  }
}

function decideCampaign(ctx: Context, campaignId: string, now: Date): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const campaign = await lockCampaignRow(tx, campaignId);
    // Somebody may have paused, changed or deleted it meanwhile.
    if (campaign?.status !== 'active' || campaign.deletedAt !== null || isMeetingPeople(campaign)) return;
    const due = (await readResults(tx, campaignId)).filter(
      (step) => step.verdict === null && (isOver(step, now) || isVain(step)),
    );
    for (const step of due) {
      const { winner, p } = judgeTest(
        step.variants.map((variant) => ({
          letter: variant.letter,
          sent: variant.sent,
          reached: variant[step.test.goal],
        })),
      );
      await applyVerdict(ctx, tx, campaign, step, { winner, p, by: null, at: now.toISOString() });
    }
    if (due.length > 0) await announce(tx, TOPICS);
  });
}

type ResultInput = { index: number; counts: readonly VariantCounts[]; held: ReadonlyMap<string, number> };

function resultOf(
  step: StepRow & { test: NonNullable<StepRow['test']> },
  { index, counts, held }: ResultInput,
): StepResult {
  const { id: stepId, channel, test, verdict } = step;
  const own = counts.filter((count) => count.stepId === stepId);
  const tested = own.reduce((sum, count) => sum + count.tested, 0);
  const settled = own.reduce((sum, count) => sum + count.settled, 0);
  const byHand = own.reduce((sum, count) => sum + count.byHand, 0);
  const lastSentMs = Math.max(...own.map(({ lastSentAt }) => (lastSentAt ? Date.parse(lastSentAt) : 0)));
  const hasLeft = tested > 0 && settled === tested;
  return {
    stepId,
    number: index + 1,
    channel,
    test,
    verdict,
    state: testStateOf(verdict, tested),
    tested,
    settled,
    byHand,
    waiting: held.get(stepId) ?? 0,
    looksAt: hasLeft ? new Date(lastSentMs + test.waitHours * HOUR_MS).toISOString() : null,
    variants: textsOfStep(step).map(({ letter, subject, body }): VariantResult => {
      const count = own.find(({ variant }) => variant === letter);
      const sent = count?.sent ?? 0;
      const reached = count?.[test.goal] ?? 0;
      const interval = rateInterval(reached, sent);
      return {
        letter,
        subject,
        body,
        sent,
        clicked: count?.clicked ?? 0,
        scanned: count?.scanned ?? 0,
        replied: count?.replied ?? 0,
        converted: count?.converted ?? 0,
        rate: interval && { percent: (reached / sent) * 100, ...interval },
      };
    }),
  };
}

function chosenBy(
  actor: Actor,
  winner: VariantLetter,
  { measured, now }: { measured: VariantVerdict['measured'] | null; now: Date },
): VariantVerdict {
  const verdict = { winner, by: actorName(actor), p: null, at: now.toISOString() };
  return measured ? { ...verdict, measured: pickMeasured(measured) } : verdict;
}

function takenBack(verdict: VariantVerdict | null): VariantVerdict | null {
  return verdict?.measured ? { ...verdict.measured, by: null } : null;
}

function pickMeasured({
  winner,
  p,
  at,
}: NonNullable<VariantVerdict['measured']>): NonNullable<VariantVerdict['measured']> {
  return { winner, p, at };
}

function isOver({ looksAt }: StepResult, now: Date): boolean {
  return looksAt !== null && new Date(looksAt) <= now;
}

/** People wait for a test that has nobody: a few, none of whom was drawn. */
function isVain({ tested, waiting }: StepResult): boolean {
  return tested === 0 && waiting > 0;
}
