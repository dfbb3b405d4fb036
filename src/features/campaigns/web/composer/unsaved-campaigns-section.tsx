import { Button } from '#ui/button.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { toast } from '#ui/toast.ts';
import { type KeptCampaign, keptName, useKeptCampaigns } from './kept-campaigns.ts';

type UnsavedCampaignsProps = {
  /** The campaigns that can be edited. */
  knownIds: readonly string[];
  onGoOn: (kept: KeptCampaign) => void;
};

/** What was left without saving, over the list. */
export function UnsavedCampaigns({ knownIds, onGoOn }: UnsavedCampaignsProps) {
  const { kept, keep, forget } = useKeptCampaigns();
  const shown = kept.filter(({ task }) => task.mode === 'create' || knownIds.includes(task.campaignId));
  if (shown.length === 0) return null;
  return (
    <ul aria-label="Not saved yet" className="divide-y divide-line border-y border-line-2">
      {shown.map((one) => (
        <li key={one.at} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5 text-small">
          <p className="min-w-0 flex-1 basis-56 text-ink-2 wrap-anywhere">
            <strong className="text-ink">{keptName(one)}</strong> was not saved. It is kept in this browser,
            last changed <RelativeTime value={one.at} />.
          </p>
          <GoOnButtons
            kept={one}
            onGoOn={() => onGoOn(one)}
            onDiscard={() => discard(one, { keep, forget })}
          />
        </li>
      ))}
    </ul>
  );
}

type OfferProps = {
  kept: KeptCampaign;
  onGoOn: () => void;
  /** Leaves it where it is. */
  onBeginAnother?: () => void;
  /** What the new one would begin with and this one lacks, in words. */
  lacks?: string | undefined;
  onDiscarded: () => void;
};

/** The same in the dialog, before a new form would take its place. */
export function UnsavedOffer({ kept, onGoOn, onBeginAnother, lacks, onDiscarded }: OfferProps) {
  const { keep, forget } = useKeptCampaigns();
  return (
    <div className="mx-auto w-full max-w-[36rem] px-5 py-12">
      <h3 className="text-h2 wrap-anywhere">{keptName(kept)} was not saved</h3>
      <p className="mt-1 mb-5 text-ink-2">
        What was written is kept in this browser, last changed <RelativeTime value={kept.at} />.
        {lacks !== undefined &&
          ` It does not have the ${lacks} that you came with; another one begins with it.`}
      </p>
      <div className="flex flex-wrap gap-2">
        <GoOnButtons
          kept={kept}
          isMain
          onGoOn={onGoOn}
          onBeginAnother={onBeginAnother}
          onDiscard={() => {
            discard(kept, { keep, forget });
            onDiscarded();
          }}
        />
      </div>
    </div>
  );
}

type GoOnButtonsProps = Pick<OfferProps, 'kept' | 'onGoOn'> & {
  isMain?: boolean;
  onBeginAnother?: (() => void) | undefined;
  onDiscard: () => void;
};

function GoOnButtons({ kept, isMain = false, onGoOn, onBeginAnother, onDiscard }: GoOnButtonsProps) {
  const size = isMain ? 'control' : 'row';
  return (
    <>
      <Button size={size} {...(isMain ? { variant: 'primary' } : {})} onClick={onGoOn}>
        Go on with {keptName(kept)}
      </Button>
      {onBeginAnother && (
        <Button size={size} onClick={onBeginAnother}>
          Keep it and begin another
        </Button>
      )}
      <Button size={size} variant="ghost" onClick={onDiscard}>
        Discard
      </Button>
    </>
  );
}

type Deeds = Pick<ReturnType<typeof useKeptCampaigns>, 'keep' | 'forget'>;

function discard(kept: KeptCampaign, { keep, forget }: Deeds): void {
  forget(kept.task);
  toast({ title: 'Discarded', description: keptName(kept), undo: () => keep(kept) });
}
