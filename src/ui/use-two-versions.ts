import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { forgetWork, keepWork, readWork } from './kept/kept-work.ts';
import { toast } from './toast.ts';

/** What is stored, and which version of it that is. */
export type Stored<Fields> = { version: number; fields: Fields };

/** What somebody typed and did not save, and what it was typed on. */
export type Begun<Fields> = { base: Stored<Fields>; typed: Fields };

/** What an earlier visit left in this browser under this name; undefined where there is nothing of this shape. */
export function readBegun<Fields>(name: string, fields: z.ZodType<Fields>): Begun<Fields> | undefined {
  const kept = z.object({ version: z.number(), base: fields, typed: fields }).safeParse(readWork(name));
  if (!kept.success) return undefined;
  const { version, base, typed } = kept.data;
  return { base: { version, fields: base }, typed };
}

function keepBegun<Fields>(name: string, { base, typed }: Begun<Fields>): void {
  keepWork(name, { version: base.version, base: base.fields, typed });
}

type Options<Fields> = {
  /** What is typed stays in this browser under this name, until it is saved or discarded. */
  name: string;
  /** As it was found there when the form was opened. */
  begun: Begun<Fields> | undefined;
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
  state: 'one' | 'begun' | 'undecided' | 'mine' | 'theirs';
  takeTheirs: () => void;
  keepMine: () => void;
  /** Shows what is stored, and forgets what was typed. */
  discard: () => void;
};

/** The version that is not shown, and what was stored when it was put aside. */
type Aside<Fields> = { whose: 'mine' | 'theirs'; fields: Fields; base: Fields };

/**
 * A form whose subject two people change. Where nothing was typed, the newer version is shown; otherwise both are
 * offered, and whichever is not shown stays until the form is closed. `version` is what a save stands on. A form that is
 * closed without a word, or lost with its page, is found as it was left.
 */
export function useTwoVersions<Fields extends object>(
  options: Options<Fields>,
): TwoVersions & { version: number; adopt: (saved: Stored<Fields>) => void; end: () => void } {
  const { name, begun, stored, typed, show, onTop, isSaving } = options;
  const [base, setBase] = useState(begun?.base ?? stored);
  const [isBegun, setIsBegun] = useState(begun !== undefined);
  const hasEnded = useRef(false);
  const [aside, setAside] = useState<Aside<Fields>>();
  const isNewer = !isSaving && stored.version > base.version;
  const isTyped = !isSame(typed, base.fields) && !isSame(typed, stored.fields);
  const isFollowed = isNewer && !isTyped;

  const newest = useRef({ stored, show, base, typed });
  useLayoutEffect(() => {
    newest.current = { stored, show, base, typed };
  });
  useLayoutEffect(() => {
    if (!isFollowed) return;
    setBase(newest.current.stored);
    newest.current.show(newest.current.stored.fields);
  }, [isFollowed, stored.version]);

  const left = isSame(typed, base.fields) ? undefined : JSON.stringify({ ...base, typed });
  useEffect(() => {
    if (hasEnded.current) return;
    if (left === undefined) forgetWork(name);
    else keepBegun(name, newest.current);
  }, [name, left]);

  /** What is put aside goes on top of what was kept since. */
  const mineOf = ({ fields, base: below }: Omit<Aside<Fields>, 'whose'>): Fields =>
    onTop({ base: below, mine: fields, theirs: stored.fields });
  const turn = (whose: 'mine' | 'theirs', shown: Fields, putAside: Fields): void => {
    show(shown);
    setAside({ whose: OTHER[whose], fields: putAside, base: stored.fields });
    setBase(stored);
  };
  return {
    version: base.version,
    state:
      isNewer && isTyped ? 'undecided' : aside ? OTHER[aside.whose] : isBegun && isTyped ? 'begun' : 'one',
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
    discard: () => {
      setIsBegun(false);
      setBase(stored);
      show(stored.fields);
      toast({
        title: 'Changes discarded',
        undo: () => {
          keepBegun(name, { base, typed });
          setIsBegun(true);
          setBase(base);
          newest.current.show(typed);
        },
      });
    },
    /** It was saved, or is not wanted: nothing of it stays. */
    end: () => {
      hasEnded.current = true;
      forgetWork(name);
    },
    /** Our own change was stored: what comes next stands on it. */
    adopt: (saved) => {
      setBase(saved);
      setAside(undefined);
      show(saved.fields);
    },
  };
}

const OTHER = { mine: 'theirs', theirs: 'mine' } as const;

function isSame(one: object, other: object): boolean {
  return keyOf(one) === keyOf(other);
}

/** Fields in any order; one that is not given is as good as none. */
function keyOf(fields: object): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return JSON.stringify(given.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
