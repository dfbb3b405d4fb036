import { useQuery } from '@tanstack/react-query';
import { countOf } from '#kit/text.ts';
import { DAY_MS } from '#kit/time.ts';
import { Button } from '#ui/button.tsx';
import { doWithUndo } from '#ui/do-with-undo.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { shortDate } from '#ui/relative-time-words.ts';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { secondFactorPolicyQuery, useChangeSecondFactorPolicy } from './api.ts';

/** Grace period. */
const GRACE_DAYS = 14;

/** Requires a second factor of members and admins, after a grace period or at once. */
export function SecondFactorPolicyPanel() {
  const policy = useQuery(secondFactorPolicyQuery());
  const change = useChangeSecondFactorPolicy();
  if (policy.isLoadingError) {
    return <ErrorState isCompact title="The two-factor policy could not be loaded" query={policy} />;
  }
  if (policy.isPending) {
    return (
      <Loading label="Loading the two-factor policy">
        <Skeleton className="h-12" />
      </Loading>
    );
  }
  const { from, missing } = policy.data;
  const set = (next: string | null): void =>
    doWithUndo({
      deed: change(next),
      done: {
        title:
          next === null
            ? 'Two-factor sign-in is optional'
            : `Two-factor sign-in is required from ${dayOf(next)}`,
      },
      onFailure: tellFailure('Nothing was changed'),
      undo: () => change(from),
      onUndoFailure: tellFailure('The change was not undone'),
    });
  const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
  return (
    <div className="mt-6 max-w-[36rem]">
      <h3 className="text-small font-medium text-ink-2">Required two-factor sign-in</h3>
      <p className="mt-1 text-body text-pretty text-ink-2">
        {from === null
          ? 'Optional for members and admins. It does not apply to viewers or to people who sign in with your identity provider.'
          : new Date(from) <= new Date()
            ? `Required for members and admins since ${dayOf(from)}. Without it they can only set it up.`
            : `Required for members and admins from ${dayOf(from)}. Until then Yarrow reminds them.`}{' '}
        {missing === 0
          ? 'Everyone it applies to has set it up.'
          : `${countOf(missing, 'person has', 'people have')} not set it up yet.`}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {from === null ? (
          <Button onClick={() => set(inDays(GRACE_DAYS))}>Require in {GRACE_DAYS} days</Button>
        ) : (
          <Button onClick={() => set(null)}>Make optional</Button>
        )}
        {(from === null || new Date(from) > new Date()) && (
          <Button onClick={() => set(inDays(0))}>Require now</Button>
        )}
      </div>
    </div>
  );
}

const dayOf = (instant: string): string => shortDate(new Date(instant), new Date());
