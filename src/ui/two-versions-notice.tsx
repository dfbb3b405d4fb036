import { Button } from './button.tsx';
import { PartialNotice } from './partial-notice.tsx';
import type { TwoVersions } from './use-two-versions.ts';

type TwoVersionsNoticeProps = {
  /** "brand voice" */
  what: string;
  versions: TwoVersions;
  isBoxed?: boolean;
  /** For how long the one that is not shown stays. */
  kept?: string;
};

/** Somebody else was quicker: theirs and ours are both there, and one press apart. */
export function TwoVersionsNotice({
  what,
  versions,
  isBoxed = true,
  kept = 'Yours is kept until you close this.',
}: TwoVersionsNoticeProps) {
  const { state, takeTheirs, keepMine, discard } = versions;
  if (state === 'one') return null;
  const take = (
    <Button size="row" onClick={takeTheirs}>
      Load the newer version
    </Button>
  );
  const keep = (label: string) => (
    <Button size="row" variant={state === 'undecided' ? 'ghost' : 'secondary'} onClick={keepMine}>
      {label}
    </Button>
  );
  const { title, text, action } = {
    begun: {
      title: 'This is as you left it.',
      text: 'It is not saved yet.',
      action: (
        <Button size="row" onClick={discard}>
          Discard
        </Button>
      ),
    },
    undecided: {
      title: `This ${what} was changed while you had it open.`,
      text: 'Yours is still here and not saved.',
      action: (
        <>
          {take}
          {keep('Keep my changes')}
        </>
      ),
    },
    mine: {
      title: 'Your changes stand on the newer version.',
      text: 'Nothing is saved yet.',
      action: take,
    },
    theirs: {
      title: 'This is the newer version.',
      text: kept,
      action: keep('Show my changes'),
    },
  }[state];
  return (
    <PartialNotice isBoxed={isBoxed} title={title} action={action}>
      {text}
    </PartialNotice>
  );
}
