import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ContentAsset } from '#features/content/contract.ts';
import { ApiError, mayBeDone } from '#ui/calls/call-api.ts';
import { KEPT_MS } from '#ui/calls/kept-keys.ts';
import { errorText } from '#ui/error-words.ts';
import { toast } from '#ui/toast.ts';
import { TwoVersionsNotice } from '#ui/two-versions-notice.tsx';
import { useSettled } from '#ui/use-settled.ts';
import type { Campaign } from '../../contract.ts';
import type { CampaignPreview } from '../../contract-preview.ts';
import {
  campaignsQuery,
  hasSameAudience,
  previewQuery,
  previewsKey,
  useCampaignNow,
  useCreateCampaign,
  useUpdateCampaign,
} from '../api.ts';
import { launchedWords, sinceWords, updatedWords } from '../campaign-words.ts';
import { blocksOf, useSequenceClaims } from '../message/step-claims.ts';
import {
  type CampaignDraft,
  type ComposerStock,
  changeOf,
  fieldsOf,
  isWritten,
  previewInputOf,
  sequenceOf,
  textsOf,
} from './campaign-draft.ts';
import { ComposerContentSection } from './composer-content-section.tsx';
import { ComposerFields } from './composer-fields.tsx';
import { ComposerMessage } from './composer-message-view.tsx';
import { ComposerPreflight } from './composer-preflight-section.tsx';
import { ComposerRecipients } from './composer-recipients-section.tsx';
import { ComposerSchedule } from './composer-schedule-section.tsx';
import { ComposerSequence } from './composer-sequence-section.tsx';
import { LaunchBar } from './launch-bar.tsx';
import { PreflightDialog } from './preflight-dialog.tsx';
import { useCheckedLaunch } from './use-checked-launch.ts';

/** Typing rests this long before the preview is asked for again. */
const PREVIEW_AFTER_MS = 250;

type ComposerFormProps = {
  /** The campaign as it was when the form opened; none while a new one is written. */
  campaign: Campaign | undefined;
  /** Of the campaign, when what the form shows first was written; the campaign's own where that is not known. */
  version: number | undefined;
  /** As the server has it now: somebody else may have changed it meanwhile. */
  newest: Campaign | undefined;
  /** What is saved already. */
  started: CampaignDraft;
  /** What the form shows first. */
  first: CampaignDraft;
  stock: ComposerStock;
  /** What was written here is given along. */
  onTakeNewest: (draft: CampaignDraft) => void;
  /** Shows again what was left for the newer version; undefined where nothing was. */
  onShowLeft: (() => void) | undefined;
  onUnsaved: (draft: CampaignDraft | null, version: number | undefined) => void;
  onSaved: () => void;
};

export function ComposerForm(props: ComposerFormProps) {
  const { campaign, newest, started, first, onUnsaved } = props;
  // Assets that were chosen here, beside those that were chosen before.
  const [added, setAdded] = useState<readonly ContentAsset[]>([]);
  const stock = { ...props.stock, assets: [...props.stock.assets, ...added] };
  const [draft, setDraft] = useState(first);
  const [version, setVersion] = useState(props.version ?? campaign?.version);
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const [addedKey, setAddedKey] = useState<string | null>(null);
  const message = useRef<HTMLElement>(null);
  const [position, setPosition] = useState(0);

  const sequence = sequenceOf(draft, stock);
  const fields = fieldsOf(draft, stock.sites);
  const chosen = sequence.find((step) => step.key === chosenKey) ?? sequence[0];
  const previewInput = {
    ...previewInputOf(fields, position),
    ...(campaign && campaign.status !== 'draft' ? { campaignId: campaign.id } : {}),
  };
  // Who is written to is counted at once; what is typed is asked about when the typing pauses.
  const settled = useSettled(previewInput, PREVIEW_AFTER_MS);
  const asked = hasSameAudience(settled, previewInput) ? settled : previewInput;
  const sent = useSent(launchOf(previewInput));
  const preview = useQuery({
    ...previewQuery(asked),
    enabled: !sent.isOnItsWay && (draft.channels.length > 0 || draft.targetGroups.length > 0),
  });

  const isOvertaken = newest !== undefined && version !== undefined && newest.version > version;
  const claims = useSequenceClaims(sequence, campaign);
  const isDirty = JSON.stringify(fields) !== JSON.stringify(fieldsOf(started, stock.sites));
  useEffect(() => onUnsaved(isDirty ? draft : null, version), [draft, isDirty, version, onUnsaved]);

  /** On a narrow screen the message stands far below the steps; the keyboard stays where it is. */
  function choose(key: string, { isPointer }: { isPointer: boolean }) {
    flushSync(() => {
      setChosenKey(key);
      setAddedKey(null);
    });
    const top = message.current?.getBoundingClientRect().top ?? 0;
    if (isPointer && top > innerHeight) message.current?.scrollIntoView({ block: 'start' });
  }

  const change = (part: Partial<CampaignDraft>) => setDraft((before) => ({ ...before, ...part }));
  const save = useSave({ ...props, stock, draft, version, preview: preview.data, sent });
  const checked = useCheckedLaunch({
    input: previewInput,
    reachesPeople:
      preview.data?.hasMailServer !== false || draft.channels.some((channel) => channel !== 'email'),
    launch: (overrideReason) => save.run('active', overrideReason),
  });

  return (
    <div className="flex min-h-full flex-col lg:h-full">
      <TwoVersionsNotice
        what="campaign"
        isBoxed={false}
        versions={{
          state: isOvertaken ? 'undecided' : props.onShowLeft ? 'theirs' : 'one',
          takeTheirs: () => props.onTakeNewest(draft),
          discard: () => props.onTakeNewest(draft),
          keepMine: () => (isOvertaken ? setVersion(newest?.version) : props.onShowLeft?.()),
        }}
      />
      <ComposerFields draft={draft} sites={stock.sites} onChange={change} />
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)] lg:min-h-0 lg:grid-cols-[21rem_minmax(0,1fr)]">
        <div className="relative border-line lg:overflow-y-auto lg:border-r">
          <ComposerRecipients draft={draft} campaignId={campaign?.id} preview={preview} onChange={change} />
          <ComposerSequence
            draft={draft}
            sequence={sequence}
            claims={claims}
            chosenKey={chosen?.key}
            onChoose={choose}
            onAdded={(key) => {
              setChosenKey(key);
              setAddedKey(key);
            }}
            onChange={change}
          />
          <ComposerSchedule draft={draft} preview={preview.data} onChange={change} />
          <ComposerPreflight input={previewInput} />
          <ComposerContentSection
            assets={stock.assets}
            chosen={draft.selectedContentAssets}
            onChange={(selectedContentAssets, asset) => {
              if (asset) setAdded((before) => [...before, asset]);
              change({ selectedContentAssets });
            }}
          />
        </div>
        <ComposerMessage
          key={chosen?.key}
          draft={draft}
          step={chosen}
          isNew={chosen !== undefined && chosen.key === addedKey}
          section={message}
          ordinal={sequence
            .filter((step) => step.channel === chosen?.channel && isWritten(step))
            .findIndex((step) => step.key === chosen?.key)}
          claims={claims}
          preview={preview}
          position={position}
          testInput={previewInput}
          onPosition={setPosition}
          onDraft={setDraft}
        />
      </div>
      <LaunchBar
        fields={fields}
        preview={preview.data}
        isPreviewCurrent={
          !preview.isPlaceholderData && JSON.stringify(asked) === JSON.stringify(previewInput)
        }
        isCounting={!preview.isSuccess && preview.fetchStatus !== 'idle'}
        isUncounted={preview.isError && preview.fetchStatus === 'idle'}
        campaign={campaign}
        blocks={sequence
          .filter(isWritten)
          .flatMap(textsOf)
          .flatMap((text) => blocksOf(claims.of(text)))}
        pending={checked.isChecking && !checked.trouble ? 'preflight' : save.pending}
        onSaveDraft={() => save.run('draft')}
        onLaunch={checked.start}
        onUpdate={(overrideReason) => save.run('active', overrideReason)}
      />
      {checked.trouble && (
        <PreflightDialog
          trouble={checked.trouble}
          isChecking={checked.isChecking}
          onCheckAgain={checked.checkAgain}
          onLaunch={checked.launchAnyway}
          onClose={checked.goBack}
        />
      )}
    </div>
  );
}

/** Whose message is looked at is no part of it. */
function launchOf({ position: _position, ...launch }: ReturnType<typeof previewInputOf>): string {
  return JSON.stringify(launch);
}

/**
 * What was launched as it reads now, and may be at work already: counted anew, its own people would be left out as those
 * of another campaign. Without an answer that holds for as long as the next press means the same launch.
 */
function useSent(now: string) {
  const [sent, setSent] = useState<string | null>(null);
  useEffect(() => {
    if (sent === null) return;
    const timer = setTimeout(() => setSent(null), KEPT_MS);
    return () => clearTimeout(timer);
  }, [sent]);
  return { isOnItsWay: sent === now, begin: () => setSent(now), end: () => setSent(null) };
}

type SaveInput = ComposerFormProps & {
  draft: CampaignDraft;
  preview: CampaignPreview | undefined;
  sent: ReturnType<typeof useSent>;
};

function useSave({ campaign, started, draft, stock, version, preview, sent, onSaved }: SaveInput) {
  const client = useQueryClient();
  const create = useCreateCampaign();
  const update = useUpdateCampaign();
  const findNow = useCampaignNow();
  const [pending, setPending] = useState<'draft' | 'active' | null>(null);

  async function send(status: 'draft' | 'active', overrideReason?: string): Promise<Campaign> {
    const fields = fieldsOf(draft, stock.sites);
    const approval = overrideReason === undefined ? {} : { overrideReason };
    if (!campaign) return create.mutateAsync({ ...fields, status, ...approval });
    // A running or paused campaign keeps its state: an update applies at once, without a new launch.
    const isDraft = campaign.status === 'draft';
    const change = changeOf(fieldsOf(started, stock.sites), fields);
    return update.mutateAsync({
      id: campaign.id,
      change: {
        ...change,
        ...approval,
        ...(isDraft ? { status } : {}),
        ...(version === undefined ? {} : { version }),
      },
    });
  }

  async function run(status: 'draft' | 'active', overrideReason?: string): Promise<void> {
    // One that has ended runs again.
    const isNew = !campaign || campaign.status === 'draft' || campaign.status === 'completed';
    const isAgain = status === 'active' && sent.isOnItsWay;
    setPending(status);
    if (status === 'active') {
      sent.begin();
      // A count that is on its way would be answered after the launch.
      void client.cancelQueries({ queryKey: previewsKey });
    }
    try {
      const saved = await send(status, overrideReason);
      // The answer to what was done before tells how it was then.
      const now = isAgain ? await findNow(saved.id).catch(() => saved) : saved;
      const name = draft.name.trim();
      if (!now) {
        sent.end();
        toast({
          title: 'Campaign deleted',
          description: `${name} was launched, and has been deleted since. Press again to launch it anew.`,
          variant: 'destructive',
        });
        return;
      }
      onSaved();
      if (status === 'draft') toast({ title: 'Draft saved', description: name });
      else if (!isNew) toast({ title: 'Campaign updated', description: updatedWords(name, preview) });
      else {
        const description = (isAgain && sinceWords(now)) || launchedWords(name, preview);
        toast({ title: 'Campaign launched', description });
      }
    } catch (error) {
      if (!mayBeDone(error)) sent.end();
      if (error instanceof ApiError && error.status === 409) {
        // The newer version shows in the notice over the form.
        void client.invalidateQueries({ queryKey: campaignsQuery().queryKey, exact: true });
      }
      toast({
        title: campaign ? 'Failed to update campaign.' : 'Failed to create campaign.',
        description: errorText(error),
        variant: 'destructive',
      });
    } finally {
      setPending(null);
    }
  }
  return {
    pending,
    run: (status: 'draft' | 'active', overrideReason?: string) => void run(status, overrideReason),
  };
}
