import { isDeepStrictEqual } from 'node:util';
import {
  listMailPictures,
  type MailPicture,
  publishPictures,
} from '#features/content/server/mail-pictures.ts';
import {
  type Composition,
  composeStep,
  linkTargets,
  type PictureInMail,
  resolveSender,
  type Sender,
} from '#features/mail/server/service.ts';
import { getWorkspace } from '#features/settings/server/workspace.ts';
import { withUtm } from '#features/tracking/rules-utm.ts';
import { trackLink } from '#features/tracking/server/touchpoint-store.ts';
import { newId } from '#kit/id.ts';
import type { Context } from '#platform/context.ts';
import type { Queryable, Transaction } from '#platform/db.ts';
import type { VariantLetter } from '../../contract.ts';
import { withRequiredTexts } from '../../rules-claims.ts';
import {
  type CampaignRow,
  type CompositionRow,
  findAssets,
  insertComposition,
  listCompositions,
  listSteps,
  type StepRow,
  saveSteps,
} from '../campaign-store.ts';
import { compositionIdsOf, textsOfStep } from './steps.ts';

/** The sender and the words of the workspace that stand in every message. */
export async function readSender(ctx: Context, from: Queryable = ctx.db) {
  const workspace = await getWorkspace(from);
  return {
    workspace,
    sender: resolveSender({ mailFrom: ctx.config.MAIL_FROM, workspace, publicUrl: ctx.publicUrl }),
  };
}

/**
 * Composes the steps as they read now; answers whether any of them reads differently. Those that read as before keep
 * their composition.
 */
export async function composeCampaign(
  ctx: Context,
  tx: Transaction,
  campaign: CampaignRow,
): Promise<boolean> {
  let isChanged = false;
  const { workspace, sender } = await readSender(ctx, tx);
  const steps = await listSteps(tx, [campaign.id]);
  const known = new Map((await listCompositions(tx, compositionIdsOf(steps))).map((row) => [row.id, row]));
  const pictures = await listMailPictures(tx, await findAssets(tx, campaign.selectedContentAssets));
  const first = steps.find(({ channel, ordinal }) => channel === 'email' && ordinal === 0);
  if (first) await publishPictures(tx, pictures, ctx.clock.now());
  for (const step of steps) {
    const composedIds = new Map<VariantLetter, string>();
    for (const text of textsOfStep(step)) {
      const input = composeInput(campaign, { ...text, channel: step.channel }, workspace);
      const positions = new Map<string, number>();
      for (const url of linkTargets(input)) positions.set(url, await trackLink(tx, campaign.id, url));
      const composition = await composeStep({
        ...input,
        countsOpens: workspace.countsOpens,
        ...(step === first ? { pictures: inMail(pictures, ctx.publicUrl) } : {}),
        linkTo: (url) => positions.get(url) ?? 0,
      });
      const { claims, override } = text;
      if (isSame(known.get(text.compositionId ?? ''), { ...composition, claims, override }, sender)) continue;
      const id = newId();
      await insertComposition(tx, {
        id,
        campaignId: campaign.id,
        stepId: step.id,
        variant: text.letter,
        channel: step.channel,
        ...composition,
        claims,
        override,
        fromHeader: step.channel === 'email' ? sender.header : null,
      });
      composedIds.set(text.letter, id);
    }
    if (composedIds.size === 0) continue;
    const newest = <T extends { compositionId: string | null }>(text: T, letter: VariantLetter): T => ({
      ...text,
      compositionId: composedIds.get(letter) ?? text.compositionId,
    });
    const variants = step.variants.map((variant) => newest(variant, variant.letter));
    await saveSteps(tx, [{ ...newest(step, 'A'), variants }]);
    isChanged = true;
  }
  return isChanged;
}

type ComposeInput = Omit<Parameters<typeof composeStep>[0], 'linkTo'>;

/** What a step of this campaign is composed from. */
export function composeInput(
  campaign: Pick<CampaignRow, 'landingPageUrl' | 'utmSource' | 'utmMedium' | 'utmCampaign'>,
  step: Pick<StepRow, 'channel' | 'subject' | 'body' | 'claims'>,
  workspace: ComposeInput['workspace'],
): ComposeInput {
  const utm = { source: campaign.utmSource, medium: campaign.utmMedium, campaign: campaign.utmCampaign };
  const { channel, subject, body } = step.claims ? withRequiredTexts(step, step.claims) : step;
  return {
    channel,
    subject,
    body,
    workspace,
    landingPageUrl: campaign.landingPageUrl,
    taggedLandingPageUrl: withUtm(campaign.landingPageUrl, utm),
  };
}

/** Pictures by the addresses that mail programs ask for. */
export function inMail(pictures: readonly MailPicture[], publicUrl: string): PictureInMail[] {
  return pictures.map(({ publicPath, ...picture }) => ({ ...picture, url: publicUrl + publicPath }));
}

function isSame(
  known: CompositionRow | undefined,
  next: Composition & Pick<CompositionRow, 'claims' | 'override'>,
  sender: Sender,
): boolean {
  return (
    known !== undefined &&
    known.subject === next.subject &&
    known.text === next.text &&
    known.html === next.html &&
    isDeepStrictEqual(known.claims, next.claims) &&
    isDeepStrictEqual(known.override, next.override) &&
    (known.fromHeader ?? sender.header) === sender.header
  );
}
