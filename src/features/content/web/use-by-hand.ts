import { useState } from 'react';
import { useOwnWork } from '#features/access/web/api.ts';
import { forgetWork, keepWork, readWork, useKeptText } from '#ui/kept/kept-work.ts';
import type { TwoVersions } from '#ui/use-two-versions.ts';
import type { ContentSessionDetail } from '../contract-sessions.ts';

/**
 * What was written by hand in a session and is not kept yet. It stays in this browser with the version it began from:
 * where somebody else has made a newer one meanwhile, both are there.
 */
export function useByHand({ id, versions }: ContentSessionDetail, isSaving: boolean) {
  const own = useOwnWork('content');
  const nameAt = (version: number): string => `content.${id}.${version}.${own}`;
  const latest = versions.at(-1);
  const newest = latest?.number ?? 0;
  const isOfNoVersion = (text: unknown): boolean =>
    text !== undefined && !versions.some(({ content }) => content === text);
  const [begunAt, setBegunAt] = useState(
    () => versions.findLast(({ number }) => isOfNoVersion(readWork(nameAt(number))))?.number ?? newest,
  );
  const begun = versions.find(({ number }) => number === begunAt)?.content ?? '';
  const [edited, setEdited] = useKeptText(nameAt(begunAt), begun);
  /** Written on an older version, and left for the newer one. */
  const [left, setLeft] = useState<{ text: string; at: number }>();
  const isEdited = edited.trim() !== '' && edited !== begun;
  const isNewer = !isSaving && newest > begunAt;
  if (isNewer && (!isEdited || edited === latest?.content)) setBegunAt(newest);
  const isOvertaken = isNewer && isEdited;

  const putOnNewest = (text: string, at: number): void => {
    forgetWork(nameAt(at));
    if (begunAt === newest) {
      setEdited(text);
      return;
    }
    keepWork(nameAt(newest), text);
    setBegunAt(newest);
  };
  const versionsHere: TwoVersions = {
    state: isOvertaken ? 'undecided' : left ? 'theirs' : 'one',
    takeTheirs: () => {
      setLeft({ text: edited, at: begunAt });
      setBegunAt(newest);
    },
    discard: () => setEdited(''),
    keepMine: () => {
      const mine = !isOvertaken && left ? left : { text: edited, at: begunAt };
      setLeft(!isOvertaken && isEdited ? { text: edited, at: newest } : undefined);
      putOnNewest(mine.text, mine.at);
    },
  };
  return { edited, setEdited, isEdited, begunAt, versions: versionsHere };
}
