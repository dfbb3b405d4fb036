import { useLayoutEffect, useRef, useState } from 'react';

/** What is stored, and which version of it that is. */
export type Stored<Fields> = { version: number; fields: Fields };

type Options<Fields> = {
  /** As it is stored now: somebody else may change it while it is edited here. */
  stored: Stored<Fields>;
  /** What the form holds. */
  typed: Fields;
  /** Puts this into the form. */
  show: (fields: Fields) => void;
  /** What was typed here on top of what somebody else has kept: what only they changed is theirs. */
  onTop: (versions: { base: Fields; mine: Fields; theirs: Fields }) => Fields;
  /** A change of our own is on its way: what comes back is no news. */
  isSaving: boolean;
};

/** Which of two versions somebody looks at, who typed while somebody else was quicker. */
export type TwoVersions = {
  state: 'one' | 'undecided' | 'mine' | 'theirs';
  takeTheirs: () => void;
  keepMine: () => void;
};

/** The version that is not shown, and what was stored when it was put aside. */
type Aside<Fields> = { whose: 'mine' | 'theirs'; fields: Fields; base: Fields };

/**
 * A form whose subject two people change. Where nothing was typed, the newer version is shown; otherwise both are
 * offered, and whichever is not shown stays until the form is closed. `version` is what a save stands on.
 */
export function useTwoVersions<Fields extends object>(
  options: Options<Fields>,
): TwoVersions & { version: number; adopt: (saved: Stored<Fields>) => void } {
  const { stored, typed, show, onTop, isSaving } = options;
  const [base, setBase] = useState(stored);
  const [aside, setAside] = useState<Aside<Fields>>();
  const isNewer = !isSaving && stored.version > base.version;
  const isTyped = !isSame(typed, base.fields) && !isSame(typed, stored.fields);
  const isFollowed = isNewer && !isTyped;

  const newest = useRef({ stored, show });
  useLayoutEffect(() => {
    newest.current = { stored, show };
  });
  useLayoutEffect(() => {
    if (!isFollowed) return;
    setBase(newest.current.stored);
    newest.current.show(newest.current.stored.fields);
  }, [isFollowed, stored.version]);

  /** What is put aside goes on top of what was kept since. */
  const mineOf = ({ fields, base: below }: Omit<Aside<Fields>, 'whose'>): Fields =>
    onTop({ base: below, mine: fields, theirs: stored.fields });
  const turn = (whose: 'mine' | 'theirs', shown: Fields, left: Fields): void => {
    show(shown);
    setAside({ whose: whose === 'mine' ? 'theirs' : 'mine', fields: left, base: stored.fields });
    setBase(stored);
  };
  return {
    version: base.version,
    state: isNewer && isTyped ? 'undecided' : !aside ? 'one' : aside.whose === 'mine' ? 'theirs' : 'mine',
    takeTheirs: () =>
      turn(
        'theirs',
        aside?.whose === 'theirs' && !isNewer ? aside.fields : stored.fields,
        isNewer ? mineOf({ fields: typed, base: base.fields }) : typed,
      ),
    keepMine: () =>
      turn(
        'mine',
        mineOf(aside?.whose === 'mine' && !isNewer ? aside : { fields: typed, base: base.fields }),
        isNewer ? stored.fields : typed,
      ),
    /** Our own change was stored: what comes next stands on it. */
    adopt: (saved) => {
      setBase(saved);
      setAside(undefined);
      show(saved.fields);
    },
  };
}

function isSame(one: object, other: object): boolean {
  return keyOf(one) === keyOf(other);
}

/** Fields in any order; one that is not given is as good as none. */
function keyOf(fields: object): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return JSON.stringify(given.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
