import { EmptyState } from '#ui/empty-state.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';

type NoCommunityProps = {
  state: 'pending' | 'failed' | 'none' | 'gone' | 'unchosen';
  canChange: boolean;
};

const DEEDS = [
  ['Talk', 'Members post and comment here or on pages of yours. What may harm somebody waits for you first.'],
  [
    'Invite or mirror',
    'People join by mail; one at Discord, in a Discourse forum or in a feed comes in by itself.',
  ],
  ['Let an agent help', 'It answers from its knowledge what nobody has answered, or drafts it for you.'],
  ['Find customers', 'A member who agrees becomes a lead, with what they said on the timeline.'],
] as const;

/** What stands in the place of a community while none is shown. */
export function NoCommunity({ state, canChange }: NoCommunityProps) {
  if (state === 'pending') {
    return (
      <Loading label="Loading the community" className="space-y-4">
        <Skeleton className="h-5 w-48" />
        <Skeleton className="h-8 w-80 max-w-full" />
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-40 w-full max-w-[44rem]" />
      </Loading>
    );
  }
  // The list says what failed, and tries again.
  if (state === 'failed') return null;
  if (state === 'none') {
    return (
      <section aria-labelledby="communities-for" className="max-w-[36rem] lg:pt-2">
        <h2 id="communities-for" className="text-h2">
          What a community is for
        </h2>
        <dl className="mt-3 divide-y divide-line border-y border-line-2">
          {DEEDS.map(([deed, words]) => (
            <div key={deed} className="py-3 sm:flex sm:gap-4">
              <dt className="font-semibold sm:w-36 sm:shrink-0">{deed}</dt>
              <dd className="text-pretty text-ink-2">{words}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-3 text-small text-ink-3">
          {canChange
            ? 'Create Community asks for a name; everything else can wait.'
            : 'A member or an admin of the workspace creates one.'}
        </p>
        <p className="mt-1 text-small text-ink-3">Select a community to view details</p>
      </section>
    );
  }
  if (state === 'gone') {
    return (
      <EmptyState
        title="This community is not there any more"
        text="It was deleted, or the address is not whole. Select another in the list."
      />
    );
  }
  return (
    <p className="grid min-h-48 place-items-center px-4 text-center text-body text-ink-2 lg:h-full">
      Select a community to view details
    </p>
  );
}
