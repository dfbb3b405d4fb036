import type { z } from 'zod';
import type { ContentAsset } from '#features/content/contract.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import { newId } from '#kit/id.ts';
import {
  type Campaign,
  type CampaignChange,
  CHANNELS,
  type Channel,
  DEFAULT_OBJECTIVE,
  type NewCampaign,
  type SendWindow,
  type StepTest,
  VARIANT_LETTERS,
  type VariantLetter,
} from '../../contract.ts';
import type { CampaignTemplate, LandingSite } from '../../contract-landing.ts';
import { campaignProblems, type Deed } from '../../rules.ts';
import { composeSteps, quotedAsset } from '../../rules-compose.ts';
import { findTemplate } from '../../rules-templates.ts';
import { DEFAULT_TEST } from '../../rules-variants.ts';
import type { PreviewInput } from '../api.ts';

/** A message of the sequence as somebody wrote it. */
export type DraftStep = {
  /** Stable while the dialog is open. */
  key: string;
  channel: Channel;
  delayHours: number;
  subject: string;
  body: string;
  /** Who wrote it, where no person did. */
  composedBy: string | null;
  /** The asset whose words it took over; null where it is none's. */
  quotedFrom: string | null;
  /** Further texts; its own is A. */
  variants: DraftVariant[];
  /** How they are compared. */
  test: StepTest;
};

type DraftVariant = { letter: VariantLetter; subject: string; body: string };

/** What the dialog knows besides the draft. */
export type ComposerStock = { sites: readonly LandingSite[]; assets: readonly ContentAsset[] };

/** Everything the dialog holds. */
export type CampaignDraft = {
  name: string;
  objective: string;
  /** One of the landing sites, or an address typed in. */
  landingSiteId: string | null;
  isCustomUrl: boolean;
  customUrl: string;
  channels: Channel[];
  targetGroups: string[];
  selectedContentAssets: string[];
  steps: DraftStep[];
  templateId: string | undefined;
  /** An admin lets name and address name a health condition. */
  allowsCondition: boolean;
  /** Null: at any time. */
  sendWindow: SendWindow | null;
  /** Null: with the launch. */
  startsAt: string | null;
  /** Leaves out who is still in another running campaign. */
  skipsBusyPeople: boolean;
};

export function emptyDraft(): CampaignDraft {
  return {
    name: '',
    objective: DEFAULT_OBJECTIVE,
    landingSiteId: null,
    isCustomUrl: false,
    customUrl: '',
    channels: [],
    targetGroups: [],
    selectedContentAssets: [],
    steps: [],
    templateId: undefined,
    allowsCondition: false,
    sendWindow: null,
    startsAt: null,
    skipsBusyPeople: true,
  };
}

/** The template's own values; the engine quotes its message until somebody changes it. */
export function draftOfTemplate(template: CampaignTemplate, sites: readonly LandingSite[]): CampaignDraft {
  return {
    ...emptyDraft(),
    name: template.name,
    ...landingOf(template.landingPageUrl, sites),
    channels: ['email'],
    templateId: template.id,
  };
}

export function draftOfCampaign(campaign: Campaign, sites: readonly LandingSite[]): CampaignDraft {
  return {
    name: campaign.name,
    objective: campaign.objective,
    ...landingOf(campaign.landingPageUrl, sites),
    channels: campaign.channels,
    targetGroups: campaign.targetGroups,
    selectedContentAssets: campaign.selectedContentAssets,
    // What the engine wrote it writes again, from what is chosen now: that is what would leave.
    steps: campaign.steps
      .filter(({ composedBy }) => composedBy === null)
      .map((step) => ({
        key: step.id,
        channel: step.channel,
        delayHours: step.delayHours,
        subject: step.subject ?? '',
        body: step.body,
        composedBy: null,
        quotedFrom: null,
        variants: step.variants.map(({ letter, subject, body }) => ({
          letter,
          subject: subject ?? '',
          body,
        })),
        test: step.test ?? DEFAULT_TEST,
      })),
    templateId: campaign.templateId ?? undefined,
    allowsCondition: false,
    sendWindow: campaign.sendWindow,
    startsAt: campaign.startsAt,
    skipsBusyPeople: campaign.skipsBusyPeople,
  };
}

export function newStep(step: Partial<DraftStep> & Pick<DraftStep, 'channel'>): DraftStep {
  return {
    key: newId(),
    delayHours: 0,
    subject: '',
    body: '',
    composedBy: null,
    quotedFrom: null,
    variants: [],
    test: DEFAULT_TEST,
    ...step,
  };
}

/** One text of a step as if it were the step itself; its own where there is no such variant. */
export function textOf(step: DraftStep, letter: VariantLetter): DraftStep {
  const variant = step.variants.find((one) => one.letter === letter);
  if (!variant) return step;
  return { ...step, key: `${step.key}.${letter}`, subject: variant.subject, body: variant.body };
}

/** Every text of a step, each as if it were the step itself. */
export function textsOf(step: DraftStep): DraftStep[] {
  return [step, ...step.variants.map(({ letter }) => textOf(step, letter))];
}

/** The step with a changed text; whatever else is given belongs to the step. With it, it is the author's own. */
export function withText(
  step: DraftStep,
  letter: VariantLetter,
  { subject, body, ...rest }: Partial<DraftStep>,
): DraftStep {
  const text = { ...(subject === undefined ? {} : { subject }), ...(body === undefined ? {} : { body }) };
  const own = { ...step, ...rest, composedBy: null, quotedFrom: null };
  if (!step.variants.some((one) => one.letter === letter)) return { ...own, ...text };
  const variants = step.variants.map((one) => (one.letter === letter ? { ...one, ...text } : one));
  return { ...own, variants };
}

/** The step with one text more, which reads like its own until somebody changes it; undefined when it has them all. */
export function withNewVariant(step: DraftStep): { step: DraftStep; letter: VariantLetter } | undefined {
  const letter = VARIANT_LETTERS.find(
    (one) => one !== 'A' && !step.variants.some((variant) => variant.letter === one),
  );
  if (letter === undefined) return undefined;
  const added = { letter, subject: step.subject, body: step.body };
  const variants = [...step.variants, added].toSorted((left, right) =>
    left.letter.localeCompare(right.letter),
  );
  return { step: { ...step, composedBy: null, variants }, letter };
}

/** The address people are sent to; empty while none is chosen. */
function landingUrlOf(draft: CampaignDraft, sites: readonly LandingSite[]): string {
  if (draft.isCustomUrl) return draft.customUrl.trim();
  return sites.find((site) => site.id === draft.landingSiteId)?.url ?? '';
}

/** Ticks or unticks, in the order of the product. */
export function toggleChannel(channels: readonly Channel[], channel: Channel): Channel[] {
  return CHANNELS.filter((one) => (one === channel ? !channels.includes(one) : channels.includes(one)));
}

/**
 * The messages in their order: of each ticked channel those that were written, or, where none was, the one that the
 * engine composes. The steps of an unticked channel wait in the dialog.
 */
export function sequenceOf(draft: CampaignDraft, { sites, assets }: ComposerStock): DraftStep[] {
  return draft.channels.flatMap((channel) => {
    const own = draft.steps.filter((step) => step.channel === channel);
    if (own.some(isWritten)) return own;
    const chosen = draft.selectedContentAssets.flatMap((id) => assets.find((asset) => asset.id === id) ?? []);
    const [composed] = composeSteps({
      objective: draft.objective.trim() || DEFAULT_OBJECTIVE,
      channels: [channel],
      template: findTemplate(draft.templateId),
      assets: chosen,
      landingSite: sites.find((site) => site.url === landingUrlOf(draft, sites)),
    });
    return [
      newStep({
        key: own[0]?.key ?? `engine-${channel}`,
        channel,
        subject: composed?.subject ?? '',
        body: composed?.body ?? '',
        composedBy: BUILT_IN_ENGINE,
        quotedFrom: quotedAsset(chosen, channel)?.name ?? null,
      }),
    ];
  });
}

export function isWritten(step: Pick<DraftStep, 'body'>): boolean {
  return step.body.trim() !== '';
}

/** Puts a changed message in its place; one that the engine composed becomes the author's with the first change. */
export function withStep(draft: CampaignDraft, step: DraftStep): CampaignDraft {
  const isKnown = draft.steps.some((one) => one.key === step.key);
  const steps = isKnown
    ? draft.steps.map((one) => (one.key === step.key ? step : one))
    : [...draft.steps, step];
  return { ...draft, steps };
}

type Sendable = Omit<z.input<typeof NewCampaign>, 'status'>;

/** The draft in the words of the contract. A channel without a word of the author's is composed by the engine. */
export function fieldsOf(draft: CampaignDraft, sites: readonly LandingSite[]): Sendable {
  const steps = draft.steps
    .filter((step) => isWritten(step) && draft.channels.includes(step.channel))
    .map(({ channel, delayHours, subject, body, variants, test }) => {
      const words = (text: Pick<DraftStep, 'subject' | 'body'>) => ({
        body: text.body.trim(),
        ...(channel === 'email' && text.subject.trim() !== '' ? { subject: text.subject.trim() } : {}),
      });
      return {
        channel,
        delayHours,
        ...words({ subject, body }),
        ...(variants.length === 0
          ? {}
          : {
              variants: variants.flatMap((variant) =>
                variant.letter === 'A' ? [] : [{ letter: variant.letter, ...words(variant) }],
              ),
              test,
            }),
      };
    });
  return {
    name: draft.name.trim(),
    objective: draft.objective.trim() || DEFAULT_OBJECTIVE,
    targetGroups: draft.targetGroups,
    landingPageUrl: landingUrlOf(draft, sites),
    selectedContentAssets: draft.selectedContentAssets,
    channels: draft.channels,
    sendWindow: draft.sendWindow,
    startsAt: draft.startsAt,
    skipsBusyPeople: draft.skipsBusyPeople,
    ...(steps.length > 0 ? { steps } : {}),
    ...(draft.templateId === undefined ? {} : { templateId: draft.templateId }),
    ...(draft.allowsCondition ? { allowsCondition: true } : {}),
  };
}

/** What keeps the draft from being saved or launched, by field. */
export function problemsOf(fields: Sendable, deed: Deed): Record<string, string> {
  const { name, landingPageUrl, channels, targetGroups = [], steps } = fields;
  return campaignProblems({ name, landingPageUrl, channels, targetGroups, steps }, deed);
}

/** Only what may change, and the sequence only where it did: an untouched one goes on under a running campaign. */
export function changeOf(before: Sendable, after: Sendable): z.input<typeof CampaignChange> {
  const { steps, templateId: _templateId, ...rest } = after;
  const isSame = JSON.stringify(before.steps) === JSON.stringify(steps);
  return isSame ? rest : { ...rest, steps: steps ?? [] };
}

/** What a preview can already be asked with: fields that the contract would refuse are left out. */
export function previewInputOf(fields: Sendable, position: number): PreviewInput {
  const problems = Object.keys(problemsOf(fields, 'draft'));
  const { name, landingPageUrl, channels, steps, allowsCondition: _allowed, ...rest } = fields;
  return {
    ...rest,
    ...(name === '' ? {} : { name }),
    ...(problems.includes('landingPageUrl') ? {} : { landingPageUrl }),
    ...(channels.length === 0 ? {} : { channels }),
    ...(steps === undefined || problems.some((field) => field.startsWith('steps.')) ? {} : { steps }),
    position,
  };
}

function landingOf(url: string, sites: readonly LandingSite[]) {
  const site = sites.find((one) => one.url === url);
  return site
    ? { landingSiteId: site.id, isCustomUrl: false, customUrl: '' }
    : { landingSiteId: null, isCustomUrl: true, customUrl: url };
}
