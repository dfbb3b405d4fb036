import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Finding } from '#features/compliance/contract.ts';
import { claimsReady } from '#features/compliance/server/claims-ready.ts';
import { listEvidence } from '#features/compliance/server/evidence-store.ts';
import { listMailPictures, publishPictures } from '#features/content/server/mail-pictures.ts';
import type { ShownBlock } from '#features/mail/contract.ts';
import { shownBlocks } from '#features/mail/rules-mail.ts';
import { languagesOfMessages, valueOf } from '#features/mail/rules-mail-language.ts';
import {
  composeBlocks,
  composeStep,
  fillSlots,
  HIDDEN_TOKEN,
  type Lookup,
  linkTargets,
  ownPage,
  slotPieces,
} from '#features/mail/server/service.ts';
import { findSending, isMailPaused, listPaces } from '#features/mailboxes/server/sending.ts';
import type { Actor, Role } from '#kit/actor.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import type { Page } from '#kit/endpoint.ts';
import { escapeHtml } from '#kit/text.ts';
import type { Context } from '#platform/context.ts';
import { idCursor, pageById } from '#platform/page-cursor.ts';
import { DEFAULT_OBJECTIVE, type VariantLetter } from '../../contract.ts';
import type * as contract from '../../contract-preview.ts';
import { type CampaignPreview, type ExcludedPerson, ExclusionReason } from '../../contract-preview.ts';
import { EXCLUSION_LABELS, estimatedCostCents, estimatedMessages } from '../../rules.ts';
import { composeSteps, personValues } from '../../rules-compose.ts';
import { planSchedule } from '../../rules-schedule.ts';
import { findTemplate } from '../../rules-templates.ts';
import { findAssets, findCampaignRow, findLandingSiteByUrl, listSteps } from '../campaign-store.ts';
import { slugOf, utmColumns } from '../campaign-utm.ts';
import {
  countAudience,
  findRecipientAt,
  listExcluded,
  listWithoutZone,
} from '../recipients/audience-store.ts';
import { countOpenPeople, type RecipientLead } from '../recipients/recipient-store.ts';
import { carriedBy, contactOf, personOn } from '../recipients/recipients.ts';
import { composeInput, inMail, readSender } from './campaign-texts.ts';
import { assertMayLeave, judgeSteps } from './claims-gate.ts';
import { readImpressions } from './net-impression.ts';
import { findPersonal, personalVars, preparePersonal, wantsPersonal } from './personal-sentences.ts';
import { hoursFromLaunch, planSteps, wordsOfStep } from './steps.ts';

type PreviewInput = z.output<typeof contract.previewCampaign.body>;
/** Whoever only reads does not spend on a language model: what it has written before is shown. */
type AskingInput = PreviewInput & { mayAsk: boolean };
type AudienceInput = Pick<PreviewInput, 'targetGroups' | 'channels' | 'campaignId' | 'skipsBusyPeople'>;

/** Links of a campaign that are looked at. */
const MOST_TARGETS = 20;

/** Stands for a campaign that is not stored yet. */
const UNSAVED = '00000000-0000-0000-0000-000000000000';

/** People named in the composer; the others are counted. */
const NAMED_WITHOUT_ZONE = 5;

/** The `ordinal`-th e-mail as the recipient at `position` would get it; undefined without such a recipient. */
export async function composeSample(
  ctx: Context,
  input: PreviewInput,
  { ordinal, variant, role }: { ordinal: number; variant: VariantLetter; role: Role },
) {
  const audience = await audienceOf(ctx, { ...input, channels: ['email'] });
  const lead = await findRecipientAt(ctx.db, { ...audience, position: input.position });
  if (!lead) return undefined;
  const { from, messages } = await composeFor(ctx, lead, { ...input, channels: ['email'], mayAsk: true });
  const message = messages.find((one) => one.ordinal === ordinal && one.variant === variant);
  if (!message) return undefined;
  assertMayLeave([message.judgement], role);
  await publishPictures(ctx.db, message.pictures, ctx.clock.now());
  return { from, subject: message.subject ?? '', text: message.body, html: message.source };
}

/** What a language model takes from the messages; nothing where none is configured. */
export async function listImpressions(ctx: Context, input: PreviewInput): Promise<Finding[]> {
  await claimsReady();
  const { workspace } = await readSender(ctx);
  const texts = (await composedSteps(ctx, input)).flatMap((step) => [step, ...(step.variants ?? [])]);
  const said = await readImpressions(ctx, texts, {
    jurisdictions: workspace.jurisdictions,
    evidence: await listEvidence(ctx.db),
  });
  return [...said.values()].flat();
}

/** Every address that the messages lead to, once. */
export async function listTargets(ctx: Context, input: PreviewInput): Promise<string[]> {
  await claimsReady();
  const { workspace } = await readSender(ctx);
  if (input.landingPageUrl === undefined) return [];
  const { landingPageUrl } = input;
  const utm = utmColumns({ landingPageUrl, templateId: null, utmCampaign: 'preflight' });
  const { rows } = planSteps(UNSAVED, [], await composedSteps(ctx, input));
  const judged = judgeSteps(rows, [], {
    jurisdictions: workspace.jurisdictions,
    evidence: await listEvidence(ctx.db),
    approval: undefined,
  });
  const targets = judged.flatMap((step) =>
    [step, ...step.variants].flatMap(({ subject = null, body, claims }) =>
      linkTargets(
        composeInput({ landingPageUrl, ...utm }, { channel: step.channel, subject, body, claims }, workspace),
      ),
    ),
  );
  return [...new Set(targets)].slice(0, MOST_TARGETS);
}

/** Counts people, names who is left out, and shows the messages of the `position`-th recipient. */
export async function previewCampaign(
  ctx: Context,
  input: PreviewInput,
  actor: Actor,
): Promise<CampaignPreview> {
  const people = await audienceOf(ctx, input);
  const { channels } = people;
  const audience = await countAudience(ctx.db, people);
  const lead =
    channels.length === 0
      ? undefined
      : await findRecipientAt(ctx.db, { ...people, position: input.position });
  const messages = estimatedMessages(audience.totalLeads, channels);
  const isPaused = await isMailPaused(ctx);
  const { workspace } = await readSender(ctx);
  return {
    recipients: audience.recipients,
    totalLeads: audience.totalLeads,
    reach: channels.map((channel) => ({ channel, people: audience[channel] })),
    excluded: ExclusionReason.options
      .filter((reason) => audience[reason] > 0)
      .map((reason) => ({ reason, label: EXCLUSION_LABELS[reason], count: audience[reason] })),
    affected: await affectedBy(ctx, input, audience.recipients),
    hasMailServer:
      isPaused || ctx.mailTransports.smtp !== undefined || (await findSending(ctx)) !== undefined,
    isMailPaused: isPaused,
    estimatedMessages: messages,
    estimatedCostCents: estimatedCostCents(messages),
    withoutZone: {
      ...(await listWithoutZone(ctx.db, people, NAMED_WITHOUT_ZONE)),
      timeZone: workspace.timeZone,
    },
    schedule: audience.recipients === 0 ? [] : await scheduleOf(ctx, input),
    sample: lead
      ? {
          position: input.position,
          ...(await sampleFor(ctx, lead, { ...input, mayAsk: actor.role !== 'viewer' })),
        }
      : null,
  };
}

/** The people behind one of the preview's counts. */
export async function listExcludedPeople(
  ctx: Context,
  { reason, limit, cursor, ...input }: z.output<typeof contract.listExcludedPeople.query>,
): Promise<Page<ExcludedPerson>> {
  const audience = await audienceOf(ctx, input);
  const counts = await countAudience(ctx.db, audience);
  const page = { reason, cursor: idCursor.read(cursor)?.id, limit: limit + 1 };
  return pageById(await listExcluded(ctx.db, audience, page), { limit, total: counts[reason] });
}

async function composedSteps(ctx: Context, input: PreviewInput) {
  const channels = [...new Set(input.channels ?? [])];
  const given = (input.steps ?? []).filter((step) => channels.includes(step.channel));
  const composed = composeSteps({
    objective: input.objective ?? DEFAULT_OBJECTIVE,
    channels: channels.filter((channel) => !given.some((step) => step.channel === channel)),
    template: findTemplate(input.templateId),
    assets: await findAssets(ctx.db, input.selectedContentAssets ?? []),
    landingSite: await findLandingSiteByUrl(ctx.db, input.landingPageUrl ?? ''),
  });
  return [
    ...given.map((step) => ({ ...step, composedBy: null })),
    ...composed.map((step) => ({ ...step, composedBy: BUILT_IN_ENGINE })),
  ];
}

/** The sentence for this person alone; the language model is asked once and what it wrote is kept. */
async function personalFor(
  ctx: Context,
  lead: RecipientLead,
  { objective = DEFAULT_OBJECTIVE, mayAsk }: AskingInput,
) {
  if (mayAsk) await preparePersonal(ctx, [lead], { objective });
  return (await findPersonal(ctx, ctx.db, [lead], { objective })).get(lead.id);
}

/** The messages as this person would get them, each with its HTML and whether its claims let it leave. */
async function composeFor(ctx: Context, lead: RecipientLead, input: AskingInput) {
  await claimsReady();
  const { workspace, sender } = await readSender(ctx);
  const landingPageUrl = input.landingPageUrl ?? ctx.publicUrl;
  const templateId = input.templateId ?? null;
  const utmCampaign = slugOf({ id: UNSAVED, name: input.name ?? '' });
  const campaign = { landingPageUrl, ...utmColumns({ landingPageUrl, templateId, utmCampaign }) };
  const steps = await composedSteps(ctx, input);
  const note = wantsPersonal(steps.flatMap((step) => [step, ...(step.variants ?? [])]))
    ? await personalFor(ctx, lead, input)
    : undefined;
  const spoken = languagesOfMessages(steps.flatMap((step) => [step, ...(step.variants ?? [])]));
  const sentence = personalVars(note);
  const plan = planSteps(UNSAVED, [], steps);
  const { jurisdictions } = workspace;
  const evidence = await listEvidence(ctx.db);
  const rows = judgeSteps(plan.rows, [], { jurisdictions, evidence, approval: undefined });
  const pictures = await listMailPictures(
    ctx.db,
    await findAssets(ctx.db, input.selectedContentAssets ?? []),
  );
  const texts = rows.flatMap((step) => {
    const contact = contactOf(ctx, lead, step.channel);
    if (!contact || lead.obstacles[step.channel]) return [];
    return [{ letter: 'A' as const, ...step }, ...step.variants].map((text) => ({ step, contact, text }));
  });
  const messages = await Promise.all(
    texts.map(async ({ step, contact, text }) => {
      const stepInput = composeInput(
        campaign,
        { ...text, channel: step.channel, subject: text.subject ?? null },
        workspace,
      );
      const targets = linkTargets(stepInput);
      // As at the launch: reminders go without.
      const shown = step.channel === 'email' && step.ordinal === 0 ? pictures : [];
      const whole = {
        ...stepInput,
        pictures: inMail(shown, ctx.publicUrl),
        linkTo: (url: string) => targets.indexOf(url),
      };
      const composition = await composeStep(whole);
      const values = { ...personValues(personOn(lead, step.channel), spoken), ...sentence };
      const lookup = (field: string): string | undefined => {
        if (field.startsWith('link:')) return targets[Number(field.slice(5))];
        return (
          ownPage(field, { publicUrl: ctx.publicUrl, token: () => HIDDEN_TOKEN }) ?? valueOf(values, field)
        );
      };
      return {
        channel: step.channel,
        ordinal: step.ordinal,
        variant: text.letter,
        to: contact.address,
        delayHours: step.delayHours,
        subject: composition.subject === null ? null : fillSlots(composition.subject, lookup),
        body: fillSlots(composition.text, lookup),
        pictures: shown,
        html: step.channel === 'email' ? shownFor(composeBlocks(whole), lookup) : null,
        source: composition.html === null ? null : fillSlots(composition.html, lookup, escapeHtml),
        judgement: { claims: text.claims, override: text.override, variants: [] },
      };
    }),
  );
  return {
    leadId: lead.id,
    leadName: lead.name,
    from: (await findSending(ctx))?.from ?? sender.header,
    personal: note ?? null,
    messages,
  };
}

async function sampleFor(ctx: Context, lead: RecipientLead, input: AskingInput) {
  const { messages, ...person } = await composeFor(ctx, lead, input);
  return {
    ...person,
    messages: messages.map(({ source: _source, judgement: _judgement, ...message }) => message),
  };
}

/** Who would be written to, seen among the other campaigns. */
async function audienceOf(ctx: Context, input: AudienceInput) {
  const campaign =
    input.campaignId === undefined ? undefined : await findCampaignRow(ctx.db, input.campaignId);
  return {
    groupIds: input.targetGroups ?? [],
    channels: [...new Set(input.channels ?? [])],
    among: {
      campaignId: campaign?.id ?? null,
      launchedAt: campaign?.launchedAt ?? null,
      skipsBusyPeople: input.skipsBusyPeople ?? true,
    },
  };
}

/**
 * How many people still get something that a change would touch; null for a new campaign. A changed text touches those
 * who wait for its step, a step more everybody, and what every message shares all who wait for anything.
 */
async function affectedBy(ctx: Context, input: PreviewInput, recipients: number): Promise<number | null> {
  const { campaignId } = input;
  const campaign = campaignId === undefined ? undefined : await findCampaignRow(ctx.db, campaignId);
  if (campaignId === undefined || !campaign) return null;
  const known = await listSteps(ctx.db, [campaignId]);
  const isSharedChange = (
    ['landingPageUrl', 'targetGroups', 'channels', 'selectedContentAssets', 'sendWindow'] as const
  ).some((part) => input[part] !== undefined && !isDeepStrictEqual(input[part], campaign[part]));
  const isOtherStart =
    input.startsAt !== undefined &&
    (input.startsAt === null ? null : Date.parse(input.startsAt)) !== (campaign.startsAt?.getTime() ?? null);
  if (isSharedChange || isOtherStart || input.steps === undefined) return countOpenPeople(ctx.db, campaignId);
  const { rows, retired } = planSteps(campaignId, known, await composedSteps(ctx, input));
  const present = rows.filter(({ id }) => !retired.includes(id));
  if (present.some(({ id }) => !known.some((step) => step.id === id && step.retiredAt === null)))
    return recipients;
  const changed = present.filter((row) => {
    const before = known.find(({ id }) => id === row.id);
    return before === undefined || !isDeepStrictEqual(wordsOfStep(before), wordsOfStep(row));
  });
  return countOpenPeople(ctx.db, campaignId, [...changed.map(({ id }) => id), ...retired]);
}

/** Day by day, as if everybody got every step. */
async function scheduleOf(ctx: Context, input: PreviewInput) {
  const audience = await audienceOf(ctx, input);
  const { channels } = audience;
  const { workspace } = await readSender(ctx);
  const { rows } = planSteps(UNSAVED, [], await composedSteps(ctx, input));
  const emails = rows.filter(({ channel }) => channel === 'email');
  const hours = hoursFromLaunch(rows);
  const byHand = [];
  const overApi = [];
  for (const channel of channels.filter((one) => one !== 'email')) {
    const { recipients, carried } = await countAudience(ctx.db, {
      ...audience,
      channels: [channel],
      carried: carriedBy(ctx.messaging.ids),
    });
    for (const step of rows.filter((row) => row.channel === channel)) {
      const at = hours.get(step.id) ?? 0;
      byHand.push({ people: recipients - carried, hours: at });
      overApi.push({ people: carried, hours: at });
    }
  }
  return planSchedule({
    recipients: channels.includes('email')
      ? (await countAudience(ctx.db, { ...audience, channels: ['email'] })).recipients
      : 0,
    delaysHours: emails.map(({ delayHours }) => delayHours),
    tests: emails.map(({ test = null }) => test),
    byHand,
    overApi,
    mailboxes: await listPaces(ctx),
    window: input.sendWindow ?? null,
    startsAt: new Date(Math.max(ctx.clock.now().getTime(), input.startsAt ? Date.parse(input.startsAt) : 0)),
    timeZone: workspace.timeZone,
  });
}

/** The blocks of a mail as one person reads them. */
function shownFor(
  { blocks, footer, links }: ReturnType<typeof composeBlocks>,
  lookup: Lookup,
): { blocks: ShownBlock[]; footer: string[]; links: string[] } {
  return {
    blocks: shownBlocks(blocks, ({ text, isBold, isItalic, href }) =>
      slotPieces(text, lookup).map((piece) => ({
        text: piece.text,
        isBold,
        isItalic,
        isPersonal: piece.isValue,
        href: href === null ? null : fillSlots(href, lookup),
      })),
    ).filter((block) => block.kind !== 'paragraph' || block.lines.some((line) => line.length > 0)),
    footer: footer.map((part) => fillSlots(part, lookup)).filter((part) => part.trim() !== ''),
    links,
  };
}
