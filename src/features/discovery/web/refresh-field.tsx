import { useId } from 'react';
import type { SearchPlatform } from '#features/leads/contract.ts';
import type { LeadGroup } from '#features/leads/contract-groups.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { errorText } from '#ui/error-words.ts';
import { RelativeTime } from '#ui/relative-time.tsx';
import { toast } from '#ui/toast.ts';
import { REFRESH_EVERY_DAYS } from '../rules.ts';
import { useClearRefreshSchedule, useSetRefreshSchedule } from './api.ts';
import { discoveryBlock } from './discovery-options.ts';

type RefreshFieldProps = {
  group: LeadGroup | null;
  audience: string;
  platforms: readonly SearchPlatform[];
  canChange: boolean;
};

/** Auto-refresh of a group: a schedule on the server that outlives this page. */
export function RefreshField({ group, audience, platforms, canChange }: RefreshFieldProps) {
  const id = useId();
  const set = useSetRefreshSchedule();
  const clear = useClearRefreshSchedule();
  const schedule = group?.schedule ?? null;
  const block = discoveryBlock({ groupId: group?.id ?? null, audience, platforms, canChange });
  const isPending = set.isPending || clear.isPending;
  const isOn = isPending ? set.isPending : schedule !== null;

  function save() {
    if (group === null) return;
    set.mutate(
      { groupId: group.id, searchQuery: audience.trim(), platforms: [...platforms] },
      { onError: (error) => fail('Auto-refresh is not on', error) },
    );
  }
  function toggle(isTicked: boolean) {
    if (isTicked) save();
    else if (group !== null) {
      clear.mutate(group.id, { onError: (error) => fail('Auto-refresh is still on', error) });
    }
  }

  const isOther =
    schedule !== null &&
    (schedule.searchQuery !== audience.trim() || schedule.platforms.join() !== platforms.join());
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Checkbox
        label={`Refresh every ${REFRESH_EVERY_DAYS} days`}
        checked={isOn}
        disabled={!canChange || isPending || (schedule === null && block !== null)}
        aria-describedby={schedule === null ? undefined : id}
        onChange={(event) => toggle(event.target.checked)}
      />
      {schedule !== null && (
        <p id={id} className="text-small text-ink-3">
          Next <RelativeTime value={schedule.nextRunAt} isAhead />
          {isOther && `: “${schedule.searchQuery}”`}
        </p>
      )}
      {isOther && canChange && block === null && (
        <Button variant="ghost" size="row" onClick={save}>
          Use the text above
        </Button>
      )}
    </div>
  );
}

function fail(title: string, error: unknown) {
  toast({ title, description: errorText(error), variant: 'destructive' });
}
