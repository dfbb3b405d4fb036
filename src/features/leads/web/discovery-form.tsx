import { Plus } from 'lucide-react';
import { type KeyboardEvent, type Ref, type SubmitEvent, useId } from 'react';
import { formatCount } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { KeptPlace } from '#ui/kept-place.tsx';
import { Select } from '#ui/select.tsx';
import { Swatch } from '#ui/swatch.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast.ts';
import type { SearchPlatform } from '../contract.ts';
import type { LeadRun, SourceInfo } from '../contract-discovery.ts';
import type { LeadGroup } from '../contract-groups.ts';
import { LEADS_PER_RUN } from '../rules.ts';
import { discoveryBlock, type ListState, runTotals, withPlatform } from './discovery.ts';
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
  planning: Planning;
  isPlanShown: boolean;
  onPlanShown: (isShown: boolean) => void;
  onWriteQueries: (platform: SearchPlatform, text: string | null) => void;
  /** The run that is at work in this group. */
  activeRun: LeadRun | null;
  isDiscovering: boolean;
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

  return (
    <form onSubmit={submit} className="min-w-0 space-y-3">
      <Field label="Lead group" note={`${LEADS_PER_RUN} leads per run`}>
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
      <Field label="Target audience">
        {(control) => (
          <Textarea
            {...control}
            ref={props.audienceRef}
            value={audience}
            maxLength={1_000}
            placeholder="People asking for caffeine-free evening tea they would pay for"
            onChange={(event) => props.onAudienceChange(event.target.value)}
            onKeyDown={submitOnModifierEnter}
          />
        )}
      </Field>
      <Platforms
        sources={props.sources}
        areSourcesLoading={props.areSourcesLoading}
        ticked={platforms}
        onChange={props.onPlatformsChange}
      />
      {audience.trim() !== '' && (
        <QueryPlanFields
          plans={props.plans}
          planning={props.planning}
          isOpen={props.isPlanShown}
          onOpenChange={props.onPlanShown}
          onWrite={props.onWriteQueries}
          canChange={canChange}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-1">
        <Button
          type="submit"
          variant="primary"
          disabled={block !== null || isPending}
          aria-busy={isPending || undefined}
          aria-describedby={block !== null || isPending ? reasonId : undefined}
        >
          {isPending ? discoveringLabel(activeRun) : 'Discover Leads'}
        </Button>
        <RefreshField group={group} audience={audience} platforms={platforms} canChange={canChange} />
      </div>
      <p id={reasonId} className="text-small text-ink-3 empty:hidden">
        {isPending ? 'One run at a time in a group; you can leave, it goes on.' : block}
      </p>
    </form>
  );
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
    <fieldset>
      <legend className="mb-1.5 text-small font-medium text-ink-2">Platforms</legend>
      <KeptPlace
        name="leads-platforms"
        isLoading={areSourcesLoading}
        // For the four that everybody has besides.
        guess="min-h-31.5 sm:min-h-20.5"
        className="grid grid-cols-2 content-start gap-x-4 gap-y-1.5 sm:grid-cols-[repeat(3,auto)] sm:justify-start sm:gap-x-6"
      >
        {sources.map(({ platform, label }) => (
          <Checkbox
            key={platform}
            checked={ticked.includes(platform)}
            onChange={(event) =>
              onChange(withPlatform(sources, ticked, { platform, isTicked: event.target.checked }))
            }
            label={label}
          />
        ))}
      </KeptPlace>
    </fieldset>
  );
}
