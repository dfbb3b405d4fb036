import type { z } from 'zod';
import { checkClaims } from '#features/compliance/rules-claims.ts';
import type { Compliance } from '#features/compliance/server/service.ts';
import type { Jurisdiction } from '#features/settings/contract.ts';
import type { SettingsService } from '#features/settings/server/service.ts';
import type { Tracking } from '#features/tracking/server/service.ts';
import type { Actor } from '#kit/actor.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { type Database, inTransaction, type Queryable, type Transaction } from '#platform/db.ts';
import type { JobQueue } from '#platform/jobs.ts';
import { announce } from '#platform/live.ts';
import type { Campaign, CampaignChange, NewCampaign } from '../contract.ts';
import type { CampaignTemplate, LandingSite, NewLandingSite } from '../contract-landing.ts';
import { campaignProblems, canPause, canResume, RESPONSE_DAYS } from '../rules.ts';
import { composeSteps } from '../rules-compose.ts';
import { findTemplate, TEMPLATES } from '../rules-templates.ts';
import { utmOf, utmSlug } from '../rules-utm.ts';
import {
  type CampaignRow,
  completeCampaigns,
  findAssets,
  findCampaignRow,
  findGroups,
  findLandingSiteByUrl,
  insertCampaign,
  insertLandingSite,
  listCampaignRows,
  listLandingSiteRows,
  listSteps,
  lockCampaignRow,
  postponeFollowUps,
  type StepRow,
  saveSteps,
  skipMessagesOfGroups,
  skipMessagesOfSteps,
  updateCampaignRow,
} from './campaign-store.ts';
import { readCampaigns } from './campaign-view.ts';
import { type Approval, approvalOf, assertMayLeave, type JudgedStep, judgeSteps } from './claims-gate.ts';
import { admitConditions, type Named } from './condition-gate.ts';
import { wakeDelivery } from './jobs.ts';
import type { Launch } from './launch-service.ts';
import { type Impressions, readImpressions } from './net-impression.ts';
import { reviveMessages } from './recipient-store.ts';
import { planSteps, type StepPlan, textsOfStep, type WantedStep } from './steps.ts';

type Dependencies = {
  db: Database;
  queue: JobQueue;
  settings: Pick<SettingsService, 'getWorkspace'>;
  compliance: Pick<Compliance, 'recordAudit' | 'listEvidence' | 'readNetImpression'>;
  tracking: Tracking;
  launch: Launch;
};
type Change = z.output<typeof CampaignChange>;
type StepText = { subject?: string | null | undefined; body: string };

const TOPICS = ['campaigns', 'messages', 'events', 'activity', 'usage'] as const;

/** Campaigns from draft to completion, and the landing pages they lead to. */
export function createCampaignsService(dependencies: Dependencies) {
  const { db, queue, settings, compliance, tracking, launch } = dependencies;
  const getCampaign = async (id: string, from: Queryable = db): Promise<Campaign> => {
    const row = await findCampaignRow(from, id);
    if (!row || row.deletedAt !== null) throw campaignNotFound();
    const [campaign] = await readCampaigns(from, [row]);
    if (!campaign) throw campaignNotFound();
    return campaign;
  };

  const lockCampaign = async (tx: Transaction, id: string): Promise<CampaignRow> => {
    const row = await lockCampaignRow(tx, id);
    if (!row || row.deletedAt !== null) throw campaignNotFound();
    return row;
  };

  /** The messages wanted: those given, and one by the engine for each channel without any. */
  const wantedSteps = async (
    tx: Transaction,
    campaign: Pick<
      CampaignRow,
      'objective' | 'channels' | 'selectedContentAssets' | 'landingPageUrl' | 'templateId'
    >,
    given: readonly WantedStep[],
  ): Promise<WantedStep[]> => {
    const lacking = campaign.channels.filter((channel) => !given.some((step) => step.channel === channel));
    if (lacking.length === 0) return [...given];
    const landingSite = await findLandingSiteByUrl(tx, campaign.landingPageUrl);
    const composed = composeSteps({
      objective: campaign.objective,
      channels: lacking,
      template: findTemplate(campaign.templateId),
      assets: await findAssets(tx, campaign.selectedContentAssets),
      landingSite,
    });
    return [...given, ...composed.map((step) => ({ ...step, composedBy: BUILT_IN_ENGINE }))];
  };

  /** Keeps who let which words leave, and why. */
  const recordOverrides = async (
    tx: Transaction,
    { id }: CampaignRow,
    { rows, known, approval }: { rows: JudgedStep[]; known: StepRow[]; approval: Approval | undefined },
  ): Promise<void> => {
    if (approval === undefined) return;
    const knownSince = new Set(known.flatMap(textsOfStep).map(({ override }) => override?.at));
    const overridden = rows.flatMap((row) =>
      [row, ...row.variants]
        .filter(({ override }) => override && !knownSince.has(override.at))
        .map(({ claims, override }) => ({ channel: row.channel, claims, override })),
    );
    if (overridden.length === 0) return;
    await compliance.recordAudit(tx, {
      actor: approval.actor,
      action: 'claims.overridden',
      subject: { kind: 'campaign', id },
      reason: approval.reason,
      details: {
        // The words of the claims, not the texts: those are kept with what leaves, and erased with it.
        findings: overridden.flatMap(({ channel, claims, override }) =>
          [...(claims?.subject ?? []), ...(claims?.body ?? [])]
            .filter(({ rule }) => override?.rules.includes(rule))
            .map(({ rule, jurisdictions, excerpt }) => ({ channel, rule, jurisdictions, excerpt })),
        ),
      },
    });
  };

  /** What a language model takes from the texts of a launch; asked before the campaign is held. */
  const impressionsAtLaunch = async (
    texts: readonly (StepText & { variants?: readonly StepText[] | undefined })[],
  ): Promise<Impressions> => {
    const { jurisdictions } = await settings.getWorkspace();
    const evidence = await compliance.listEvidence(db);
    const all = texts.flatMap((step) => [step, ...(step.variants ?? [])]);
    return readImpressions(compliance.readNetImpression, all, { jurisdictions, evidence });
  };

  /** Stores the steps, each with what its claims are. Notes in the log when the engine wrote what is new. */
  const writeSteps = async (
    tx: Transaction,
    campaign: CampaignRow,
    wanted: readonly WantedStep[],
    { approval, impressions }: { approval: Approval | undefined; impressions: Impressions | undefined },
  ): Promise<Pick<StepPlan, 'retired' | 'retested'>> => {
    const known = await listSteps(tx, [campaign.id], { withRetired: true });
    const plan = planSteps(campaign.id, known, wanted);
    const { jurisdictions } = await settings.getWorkspace();
    const evidence = await compliance.listEvidence(tx);
    const rows = judgeSteps(plan.rows, known, { jurisdictions, evidence, approval, impressions });
    await saveSteps(tx, rows);
    await recordOverrides(tx, campaign, { rows, known, approval });
    const isNews = plan.rows.some(
      (row) => row.composedBy !== null && known.find((step) => step.id === row.id)?.body !== row.body,
    );
    if (isNews) {
      await tracking.recordEvents(tx, [
        {
          type: 'campaign.composed',
          campaignId: campaign.id,
          data: { by: BUILT_IN_ENGINE },
          isDemo: campaign.isDemo,
        },
      ]);
    }
    return plan;
  };

  /**
   * From here on the workers turn people into messages and send them, unless a claim keeps a text from leaving.
   * Answers whether a text reads differently than before.
   */
  const startSending = async (tx: Transaction, campaign: CampaignRow): Promise<boolean> => {
    assertMayLeave(await listSteps(tx, [campaign.id]));
    const isNewText = await launch.composeCampaign(tx, campaign);
    await updateCampaignRow(tx, campaign.id, { needsExpansion: true, expandedTo: null });
    await queue.send(wakeDelivery, {}, { tx });
    return isNewText;
  };

  /** Of what is new: an address that stands among the landing pages has been allowed there. */
  const admitNames = async (
    tx: Transaction,
    { id, isAllowed, actor }: { id: string; isAllowed: boolean; actor: Actor },
    { name, landingPageUrl }: { name?: string; landingPageUrl?: string },
  ): Promise<void> => {
    const isKnownPage =
      landingPageUrl !== undefined && (await findLandingSiteByUrl(tx, landingPageUrl)) !== undefined;
    const named: Named[] = [
      ...(name === undefined ? [] : [{ field: 'name', place: 'campaign' as const, text: name }]),
      ...(landingPageUrl === undefined || isKnownPage
        ? []
        : [{ field: 'landingPageUrl', place: 'address' as const, text: landingPageUrl }]),
    ];
    await admitConditions(tx, compliance, { named, actor, isAllowed, subject: { kind: 'campaign', id } });
  };

  const recordLaunch = async (tx: Transaction, { id, isDemo }: CampaignRow, actor: Actor): Promise<void> => {
    const steps = await listSteps(tx, [id]);
    await compliance.recordAudit(tx, {
      actor,
      action: 'campaign.launched',
      subject: { kind: 'campaign', id },
      details: {
        texts: steps.flatMap((step) =>
          textsOfStep(step).map(({ letter, claims, override }) => ({
            stepId: step.id,
            channel: step.channel,
            ...(step.variants.length > 0 ? { variant: letter } : {}),
            verdict: claims?.verdict ?? null,
            isOverridden: override !== null,
          })),
        ),
      },
    });
    await tracking.recordEvents(tx, [{ type: 'campaign.launched', campaignId: id, isDemo }]);
  };

  return {
    getCampaign: (id: string): Promise<Campaign> => getCampaign(id),

    listCampaigns: async (filter: { archived: boolean }): Promise<Campaign[]> =>
      readCampaigns(db, await listCampaignRows(db, filter)),

    /** Status active launches it: the answer comes at once, the messages follow in the background. */
    createCampaign: async (input: z.output<typeof NewCampaign>, actor: Actor): Promise<Campaign> => {
      const impressions =
        input.status === 'active' ? await impressionsAtLaunch(input.steps ?? []) : undefined;
      return inTransaction(db, async (tx) => {
        const approval = approvalOf(input.overrideReason, actor);
        assertNoProblems(input, input.status);
        await assertKnown(tx, input.targetGroups, input.selectedContentAssets);
        const id = newId();
        await admitNames(tx, { id, isAllowed: input.allowsCondition === true, actor }, input);
        const template = findTemplate(input.templateId);
        const isLaunch = input.status === 'active';
        const row = await insertCampaign(tx, {
          id,
          name: input.name,
          objective: input.objective,
          status: input.status,
          targetGroups: unique(input.targetGroups),
          landingPageUrl: input.landingPageUrl,
          selectedContentAssets: unique(input.selectedContentAssets),
          channels: unique(input.channels),
          templateId: template?.id ?? null,
          targetSegment: template?.targetSegment ?? '',
          ...utmColumns({
            landingPageUrl: input.landingPageUrl,
            templateId: template?.id ?? null,
            utmCampaign: slugOf({ id, name: input.name }),
          }),
          sendWindow: input.sendWindow ?? null,
          startsAt: input.startsAt ? new Date(input.startsAt) : null,
          skipsBusyPeople: input.skipsBusyPeople ?? true,
          launchedAt: isLaunch ? new Date() : null,
          createdBy: actor.id,
        });
        const given = (input.steps ?? []).map((step) => ({ ...step, composedBy: null }));
        await writeSteps(tx, row, await wantedSteps(tx, row, given), { approval, impressions });
        if (isLaunch) {
          await recordLaunch(tx, row, actor);
          await startSending(tx, row);
        }
        await announce(tx, TOPICS);
        return getCampaign(id, tx);
      });
    },

    /** Only the given fields change. What has not been sent yet follows a running campaign's new text at once. */
    updateCampaign: async (id: string, change: Change, actor: Actor): Promise<Campaign> => {
      const isToLaunch = change.status === 'active' && (await findCampaignRow(db, id))?.status === 'draft';
      const impressions = isToLaunch
        ? await impressionsAtLaunch(change.steps ?? (await listSteps(db, [id])))
        : undefined;
      return inTransaction(db, async (tx) => {
        const approval = approvalOf(change.overrideReason, actor);
        const before = await lockCampaign(tx, id);
        if (change.version !== undefined && change.version !== before.version) {
          throw new AppError(
            'conflict',
            'Somebody else changed this campaign. Load it again and repeat your change.',
          );
        }
        assertNotArchived(before);
        if (change.status === 'draft' && before.status !== 'draft') {
          throw new AppError('refused', 'A launched campaign cannot become a draft again. Pause it instead.');
        }
        const isLaunch = before.status === 'draft' && change.status === 'active';
        const isRunning = isLaunch || before.status !== 'draft';
        const after = mergeChange(before, change);
        await admitNames(
          tx,
          { id, isAllowed: change.allowsCondition === true, actor },
          {
            ...(after.name === before.name ? {} : { name: after.name }),
            ...(after.landingPageUrl === before.landingPageUrl
              ? {}
              : { landingPageUrl: after.landingPageUrl }),
          },
        );
        assertNoProblems({ ...after, steps: change.steps }, isRunning ? 'active' : 'draft');
        await assertKnown(
          tx,
          after.targetGroups.filter((group) => !before.targetGroups.includes(group)),
          after.selectedContentAssets.filter((asset) => !before.selectedContentAssets.includes(asset)),
        );
        const known = await listSteps(tx, [id]);
        const { retired, retested } = await writeSteps(
          tx,
          before,
          await wantedSteps(tx, after, givenSteps(after, change, known)),
          { approval, impressions },
        );
        const row = await updateCampaignRow(tx, id, {
          ...after,
          ...utmColumns({
            ...after,
            // Once links have left with it, a new name does not split the figures.
            utmCampaign: isRunning && !isLaunch ? before.utmCampaign : slugOf(after),
          }),
          ...(isLaunch ? { status: 'active' as const, launchedAt: new Date() } : {}),
          ...(before.status === 'completed' ? { status: 'active' as const, completedAt: null } : {}),
          version: before.version + 1,
        });
        if (isRunning) {
          const removed = before.targetGroups.filter((group) => !after.targetGroups.includes(group));
          await skipMessagesOfGroups(tx, id, removed);
          await skipMessagesOfSteps(tx, id, retired);
          const isRevived = await reviveMessages(tx, row);
          if (isLaunch) await recordLaunch(tx, row, actor);
          const isNewText = await startSending(tx, row);
          // What comes back has missed what changed meanwhile: texts, verdicts, whom a test makes wait.
          if ((isNewText || isRevived || retested.length > 0) && !isLaunch)
            await launch.recheckMessages(tx, row);
        }
        await announce(tx, TOPICS);
        return getCampaign(id, tx);
      });
    },

    /** Holds from the moment this answers: nothing of the campaign begins later than a second after. */
    pauseCampaign: (id: string): Promise<Campaign> =>
      inTransaction(db, async (tx) => {
        const row = await lockCampaign(tx, id);
        if (row.status !== 'paused') {
          if (!canPause(row.status)) throw new AppError('refused', 'Only a running campaign can be paused.');
          await updateCampaignRow(tx, id, { status: 'paused', pausedAt: new Date(), note: null });
          await tracking.recordEvents(tx, [{ type: 'campaign.paused', campaignId: id, isDemo: row.isDemo }]);
          await announce(tx, TOPICS);
        }
        return getCampaign(id, tx);
      }),

    /** Goes on where it stopped; follow-ups keep their distance. */
    resumeCampaign: (id: string): Promise<Campaign> =>
      inTransaction(db, async (tx) => {
        const row = await lockCampaign(tx, id);
        if (row.status !== 'active') {
          assertNotArchived(row);
          if (!canResume(row.status)) throw new AppError('refused', 'Only a paused campaign can be resumed.');
          // The workspace may write to other regions by now.
          const steps = await listSteps(tx, [id]);
          const { jurisdictions } = await settings.getWorkspace();
          // Evidence answers warnings, and those keep nothing from leaving.
          assertMayLeave(judgeSteps(steps, steps, { jurisdictions, evidence: [], approval: undefined }));
          const isJudgedElsewhere = steps.some(({ claims }) =>
            jurisdictions.some((region) => !claims?.jurisdictions.includes(region)),
          );
          if (isJudgedElsewhere) await launch.recheckMessages(tx, row);
          await updateCampaignRow(tx, id, { status: 'active', pausedAt: null, note: null });
          if (row.pausedAt) await postponeFollowUps(tx, id, row.pausedAt);
          await tracking.recordEvents(tx, [{ type: 'campaign.resumed', campaignId: id, isDemo: row.isDemo }]);
          await queue.send(wakeDelivery, {}, { tx });
          await announce(tx, TOPICS);
        }
        return getCampaign(id, tx);
      }),

    /** A draft with the same fields and messages. Overrides stay behind: they were given for what has left. */
    duplicateCampaign: (id: string, actor: Actor): Promise<Campaign> =>
      inTransaction(db, async (tx) => {
        const before = await findCampaignRow(tx, id);
        if (!before || before.deletedAt !== null) throw campaignNotFound();
        const known = await listSteps(tx, [id]);
        const copyId = newId();
        const name = `Copy of ${before.name}`.slice(0, 200);
        const row = await insertCampaign(tx, {
          id: copyId,
          name,
          objective: before.objective,
          status: 'draft',
          targetGroups: await findGroups(tx, before.targetGroups),
          landingPageUrl: before.landingPageUrl,
          selectedContentAssets: (await findAssets(tx, before.selectedContentAssets)).map(
            (asset) => asset.id,
          ),
          channels: before.channels,
          templateId: before.templateId,
          targetSegment: before.targetSegment,
          ...utmColumns({ ...before, utmCampaign: slugOf({ id: copyId, name }) }),
          sendWindow: before.sendWindow,
          skipsBusyPeople: before.skipsBusyPeople,
          createdBy: actor.id,
        });
        await writeSteps(tx, row, await wantedSteps(tx, row, givenSteps(row, {}, known)), {
          approval: undefined,
          impressions: undefined,
        });
        await announce(tx, TOPICS);
        return getCampaign(copyId, tx);
      }),

    /** Puts away what does not run; doing it again changes nothing. */
    archiveCampaign: (id: string): Promise<Campaign> =>
      inTransaction(db, async (tx) => {
        const row = await lockCampaign(tx, id);
        if (row.archivedAt === null) {
          if (row.status === 'active')
            throw new AppError('refused', 'A running campaign cannot be archived. Pause it first.');
          await updateCampaignRow(tx, id, { archivedAt: new Date() });
          await announce(tx, TOPICS);
        }
        return getCampaign(id, tx);
      }),

    unarchiveCampaign: (id: string): Promise<Campaign> =>
      inTransaction(db, async (tx) => {
        const row = await lockCampaign(tx, id);
        if (row.archivedAt !== null) {
          await updateCampaignRow(tx, id, { archivedAt: null });
          await announce(tx, TOPICS);
        }
        return getCampaign(id, tx);
      }),

    /** Hides and stops it. What is in the air still arrives. */
    deleteCampaign: (id: string): Promise<void> =>
      inTransaction(db, async (tx) => {
        const row = await lockCampaign(tx, id);
        const isRunning = row.status === 'active';
        await updateCampaignRow(tx, id, {
          deletedAt: new Date(),
          ...(isRunning ? { status: 'paused' as const, pausedAt: new Date() } : {}),
        });
        await announce(tx, TOPICS);
      }),

    /** Undo of `deleteCampaign`. A campaign that was running comes back paused, so that nothing leaves unseen. */
    restoreCampaign: (id: string): Promise<Campaign> =>
      inTransaction(db, async (tx) => {
        const row = await lockCampaignRow(tx, id);
        if (!row) throw campaignNotFound();
        if (row.deletedAt !== null) {
          await updateCampaignRow(tx, id, { deletedAt: null });
          await announce(tx, TOPICS);
        }
        return getCampaign(id, tx);
      }),

    /** Ends campaigns that have nothing left to send and whose time to answer is over. */
    completeCampaigns: (): Promise<void> =>
      inTransaction(db, async (tx) => {
        const ids = await completeCampaigns(tx, RESPONSE_DAYS);
        if (ids.length === 0) return;
        await tracking.recordEvents(
          tx,
          ids.map((campaignId) => ({ type: 'campaign.completed' as const, campaignId })),
        );
        await announce(tx, TOPICS);
      }),

    listTemplates: (): CampaignTemplate[] => [...TEMPLATES],

    listLandingSites: async (): Promise<LandingSite[]> => listLandingSiteRows(db),

    createLandingSite: (
      { allowsCondition = false, ...site }: z.output<typeof NewLandingSite>,
      actor: Actor,
    ): Promise<LandingSite> =>
      inTransaction(db, async (tx) => {
        const id = newId();
        const { jurisdictions } = await settings.getWorkspace();
        assertMayStand(site.description, jurisdictions);
        await admitConditions(tx, compliance, {
          named: [
            { field: 'name', place: 'page', text: site.name },
            { field: 'url', place: 'address', text: site.url },
          ],
          actor,
          isAllowed: allowsCondition,
          subject: { kind: 'workspace', id: null },
          details: { landingSiteId: id },
        });
        const row = await insertLandingSite(tx, { id, ...site });
        await announce(tx, ['landing-sites']);
        return row;
      }),
  };
}

/** What a landing page says of itself stands where its visitors read it. */
function assertMayStand(description: string, jurisdictions: readonly Jurisdiction[]): void {
  if (checkClaims(description, jurisdictions, { kind: 'landing_page' }).verdict !== 'block') return;
  const message = 'The description makes a claim that must not leave. Change the marked words.';
  throw new AppError('refused', message, { reason: 'claims', fields: { description: message } });
}

function assertNotArchived({ archivedAt }: CampaignRow): void {
  if (archivedAt !== null)
    throw new AppError('refused', 'It is in the archive. Take it out first.', { reason: 'archived' });
}

function campaignNotFound(): AppError {
  return new AppError('not_found', 'This campaign does not exist any more.');
}

function assertNoProblems(form: Parameters<typeof campaignProblems>[0], status: 'draft' | 'active'): void {
  const fields = campaignProblems(form, status === 'active' ? 'launch' : 'draft');
  const [first] = Object.values(fields);
  if (first !== undefined) throw new AppError('invalid_input', first, { fields });
}

async function assertKnown(tx: Transaction, groupIds: string[], assetIds: string[]): Promise<void> {
  const groups = await findGroups(tx, groupIds);
  if (unique(groupIds).length !== groups.length) {
    const message = 'One of the lead groups does not exist any more.';
    throw new AppError('invalid_input', message, { fields: { targetGroups: message } });
  }
  const assets = await findAssets(tx, unique(assetIds));
  if (unique(assetIds).length !== assets.length) {
    const message = 'One of the content assets does not exist any more.';
    throw new AppError('invalid_input', message, { fields: { selectedContentAssets: message } });
  }
}

/** The editable columns after a change. */
function mergeChange(before: CampaignRow, change: Change) {
  const template = change.templateId === undefined ? undefined : findTemplate(change.templateId);
  return {
    id: before.id,
    name: change.name ?? before.name,
    objective: change.objective ?? before.objective,
    targetGroups: unique(change.targetGroups ?? before.targetGroups),
    landingPageUrl: change.landingPageUrl ?? before.landingPageUrl,
    selectedContentAssets: unique(change.selectedContentAssets ?? before.selectedContentAssets),
    channels: unique(change.channels ?? before.channels),
    templateId: template?.id ?? before.templateId,
    targetSegment: template?.targetSegment ?? before.targetSegment,
    skipsBusyPeople: change.skipsBusyPeople ?? before.skipsBusyPeople,
    sendWindow: change.sendWindow === undefined ? before.sendWindow : change.sendWindow,
    startsAt:
      change.startsAt === undefined ? before.startsAt : change.startsAt ? new Date(change.startsAt) : null,
  };
}

/**
 * The author's steps after a change: those given; else those there are, as far as their channel is still chosen.
 * What the engine wrote is left out, because it writes again from the new objective.
 */
function givenSteps(
  after: Pick<CampaignRow, 'channels'>,
  change: Change,
  known: readonly StepRow[],
): WantedStep[] {
  if (change.steps !== undefined) return change.steps.map((step) => ({ ...step, composedBy: null }));
  return known
    .filter((step) => step.composedBy === null && after.channels.includes(step.channel))
    .map((step) => ({
      channel: step.channel,
      delayHours: step.delayHours,
      ...(step.subject === null ? {} : { subject: step.subject }),
      body: step.body,
      variants: step.variants.flatMap(({ letter, subject, body }) =>
        letter === 'A' ? [] : [{ letter, body, ...(subject === null ? {} : { subject }) }],
      ),
      ...(step.test === null ? {} : { test: step.test }),
      composedBy: null,
    }));
}

/** The campaign's name as it stands in links. */
export function slugOf({ id, name }: Pick<CampaignRow, 'id' | 'name'>): string {
  return utmSlug(name, `campaign-${id.slice(-6)}`);
}

/** The UTM values with which links leave. */
export function utmColumns({
  landingPageUrl,
  templateId,
  utmCampaign,
}: Pick<CampaignRow, 'landingPageUrl' | 'templateId' | 'utmCampaign'>) {
  const template = findTemplate(templateId);
  const utm = utmOf(landingPageUrl, {
    source: template?.utmSource ?? 'yarrow',
    medium: template?.utmMedium ?? 'email',
    campaign: utmCampaign,
  });
  return { utmSource: utm.source, utmMedium: utm.medium, utmCampaign: utm.campaign };
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
