import { ChevronDown, ChevronUp, Plus } from 'lucide-react';
import { type KeyboardEvent, type Ref, type SubmitEvent, useId } from 'react';
import type { SearchPlatform } from '#features/leads/contract.ts';
import type { LeadGroup } from '#features/leads/contract-groups.ts';
import { formatCount } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { KeptPlace } from '#ui/kept/kept-place.tsx';
import { Select } from '#ui/select.tsx';
import { Swatch } from '#ui/swatch.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast.ts';
import type { LeadRun, SourceInfo } from '../contract.ts';
import { LEADS_PER_RUN } from '../rules.ts';
import { discoveryBlock, type ListState, runTotals, withPlatform } from './discovery-options.ts';
import type { SourcePlan } from './query-plan.ts';
import { type Planning, QueryPlanFields } from './query-plan-fields.tsx';
import { RefreshField } from './refresh-field.tsx';

type DiscoveryFormProps = {
  groups: readonly LeadGroup[];
  groupsState: ListState;
  group: LeadGroup | null;
  onGroupChange: (id: string) => void;
  onNewGroup: () => void;
  sources: readonly SourceInfo[];
  /** Until then those stand there that are always offered. */
  areSourcesLoading: boolean;
  audience: string;
  onAudienceChange: (audience: string) => void;
  platforms: readonly SearchPlatform[];
  onPlatformsChange: (platforms: SearchPlatform[]) => void;
  plans: readonly SourcePlan[];
  /** Which sources leave a place of the audience out. */
  unusedPlaces: string | null;
  planning: Planning;
  isPlanShown: boolean;
  onPlanShown: (isShown: boolean) => void;
  onWriteQueries: (platform: SearchPlatform, text: string | null) => void;
  /** The last run of this group, at work or over. */
  run: LeadRun | null;
  /** The run that is at work in this group. */
  activeRun: LeadRun | null;
  isDiscovering: boolean;
  /** Closed, group, audience and the button stand in one line. */
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  canChange: boolean;
  onDiscover: () => void;
  audienceRef: Ref<HTMLTextAreaElement>;
};

/** Whom to find, where, and into which group. */
export function DiscoveryForm(props: DiscoveryFormProps) {
  const { group, audience, platforms, canChange, activeRun } = props;
  const reasonId = useId();
  const block =
    props.groupsState === 'ready'
      ? (discoveryBlock({ groupId: group?.id ?? null, audience, platforms, canChange }) ??
        planBlock(props.plans))
      : groupPlaceholder(props.groupsState, 0);
  const isPending = props.isDiscovering || activeRun !== null;

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isPending) return;
    if (block === null) props.onDiscover();
    else if (group === null) {
      toast({ title: 'Please select a lead group first', variant: 'destructive' });
    }
  }

  const groupField = (
    <Field label="Lead group" isRequired note={props.isOpen ? `${LEADS_PER_RUN} leads per run` : undefined}>
      {(control) => (
        <div className="flex gap-2">
          <Select
            {...control}
            value={group?.id ?? null}
            onValueChange={props.onGroupChange}
            placeholder={groupPlaceholder(props.groupsState, props.groups.length)}
            options={props.groups.map(({ id, name, color }) => ({
              value: id,
              label: name,
              mark: <Swatch color={color} />,
            }))}
          />
          {canChange && (
            <IconButton
              icon={Plus}
              label="New lead group"
              variant="secondary"
              size="control"
              onClick={props.onNewGroup}
            />
          )}
        </div>
      )}
    </Field>
  );
  const audienceField = (
    <Field label="Target audience" isRequired>
      {(control) => (
        <Textarea
          {...control}
          ref={props.audienceRef}
          value={audience}
          rows={props.isOpen ? 2 : 1}
          maxLength={1_000}
          placeholder="People asking for caffeine-free evening tea they would pay for"
          onChange={(event) => props.onAudienceChange(event.target.value)}
          onKeyDown={submitOnModifierEnter}
          className={props.isOpen ? undefined : 'max-h-13 min-h-8!'}
        />
      )}
    </Field>
  );
  const button = (
    <Button
      type="submit"
      variant="primary"
      disabled={block !== null}
      isPending={isPending}
      aria-describedby={block !== null || isPending ? reasonId : undefined}
    >
      {isPending ? discoveringLabel(activeRun) : 'Discover Leads'}
    </Button>
  );
  const reason = isPending ? 'One run at a time in a group; you can leave, it goes on.' : block;
  const toggle = (
    <Button
      variant="ghost"
      size="row"
      aria-expanded={props.isOpen}
      icon={props.isOpen ? ChevronUp : ChevronDown}
      onClick={() => props.onOpenChange(!props.isOpen)}
    >
      {props.isOpen ? 'Fewer options' : 'More options'}
    </Button>
  );

  if (!props.isOpen) {
    return (
      <form onSubmit={submit} className="min-w-0">
        <div className="grid grid-cols-1 gap-x-4 gap-y-3 @2xl:grid-cols-[14rem_minmax(0,1fr)_auto] @2xl:items-start">
          {groupField}
          {audienceField}
          <div className="flex items-center justify-between gap-2 @2xl:pt-5">
            {button}
            {toggle}
          </div>
        </div>
        <p id={reasonId} className="mt-1.5 text-small text-ink-3">
          {reason ?? closedWords(props)}
        </p>
      </form>
    );
  }
  return (
    <form onSubmit={submit} className="min-w-0 space-y-3">
      <div className="grid grid-cols-1 gap-x-6 gap-y-3 @5xl:grid-cols-[minmax(0,1fr)_auto]">
        <div className="min-w-0 space-y-3">
          {groupField}
          {audienceField}
        </div>
        <Platforms
          sources={props.sources}
          areSourcesLoading={props.areSourcesLoading}
          ticked={platforms}
          onChange={props.onPlatformsChange}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {button}
        <RefreshField group={group} audience={audience} platforms={platforms} canChange={canChange} />
        {audience.trim() !== '' && (
          <QueryPlanFields
            plans={props.plans}
            unusedPlaces={props.unusedPlaces}
            planning={props.planning}
            isOpen={props.isPlanShown}
            onOpenChange={props.onPlanShown}
            onWrite={props.onWriteQueries}
            canChange={canChange}
          />
        )}
        <span className="-mr-2 ml-auto">{toggle}</span>
      </div>
      <p id={reasonId} className="text-small text-ink-3 empty:hidden">
        {reason}
      </p>
    </form>
  );
}

/** What the closed search would do, and what the last one did. */
function closedWords({ sources, platforms, run }: DiscoveryFormProps): string {
  const names = sources.filter(({ platform }) => platforms.includes(platform)).map(({ label }) => label);
  const asks = names.length === 0 ? '' : `Asks ${names.join(', ')}. `;
  if (run === null) return `${asks}No run yet.`;
  const { found, kept } = runTotals(run);
  return `${asks}Last run: ${formatCount(found)} found, ${formatCount(kept)} kept.`;
}

function planBlock(plans: readonly SourcePlan[]): string | null {
  const wrong = plans.find(({ error }) => error !== undefined);
  return wrong ? `${wrong.source.label}: ${wrong.error}` : null;
}

function groupPlaceholder(state: ListState, count: number): string {
  if (state === 'loading') return 'Loading the lead groups…';
  if (state === 'failed') return 'The lead groups could not be loaded.';
  return count === 0 ? 'No lead groups yet' : 'Choose a lead group';
}

function discoveringLabel(run: LeadRun | null): string {
  if (run === null) return 'Discovering…';
  return `Discovering, ${formatCount(runTotals(run).kept)} of ${formatCount(run.requested)}`;
}

function submitOnModifierEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  // A disabled submit button keeps the browser from submitting, but not us from saying why.
  event.currentTarget.form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
}

type PlatformsProps = {
  sources: readonly SourceInfo[];
  areSourcesLoading: boolean;
  ticked: readonly SearchPlatform[];
  onChange: (platforms: SearchPlatform[]) => void;
};

function Platforms({ sources, areSourcesLoading, ticked, onChange }: PlatformsProps) {
  return (
    <fieldset data-missing={ticked.length === 0 ? '' : undefined}>
      <legend className="mb-1.5 text-small font-medium text-ink-2">Platforms</legend>
      <KeptPlace
        name="leads-platforms"
        isLoading={areSourcesLoading}
        // For the four that everybody has besides.
        guess="min-h-31.5 sm:min-h-20.5 @5xl:min-h-31.5"
        className="grid grid-cols-2 content-start gap-x-4 gap-y-1 sm:grid-cols-[repeat(3,auto)] sm:justify-start sm:gap-x-6 @5xl:gap-x-4"
      >
        {sources.map(({ platform, label }) => (
          <Checkbox
            key={platform}
            checked={ticked.includes(platform)}
            onChange={(event) =>
              onChange(withPlatform(sources, ticked, { platform, isTicked: event.target.checked }))
            }
            label={label}
            className="min-h-6 items-center"
          />
        ))}
      </KeptPlace>
    </fieldset>
  );
}
