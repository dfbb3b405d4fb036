import type { BrandVoice } from './contract.ts';

/**
 * A brand voice as it was changed here, on top of how somebody else has changed it meanwhile: samples of ours where we
 * touched them, and of every list what either of us added, without what either of us took out.
 */
export function voiceOnTop({
  base,
  mine,
  theirs,
}: Record<'base' | 'mine' | 'theirs', BrandVoice>): BrandVoice {
  return {
    samples: mine.samples === base.samples ? theirs.samples : mine.samples,
    doWords: listOnTop(base.doWords, mine.doWords, theirs.doWords),
    dontWords: listOnTop(base.dontWords, mine.dontWords, theirs.dontWords),
    facts: listOnTop(base.facts, mine.facts, theirs.facts),
  };
}

function listOnTop<Entry>(base: readonly Entry[], mine: readonly Entry[], theirs: readonly Entry[]): Entry[] {
  const keysOf = (entries: readonly Entry[]) => new Set(entries.map((entry) => JSON.stringify(entry)));
  const [before, here, there] = [keysOf(base), keysOf(mine), keysOf(theirs)];
  const isIn = (keys: Set<string>, entry: Entry): boolean => keys.has(JSON.stringify(entry));
  return [
    ...mine.filter((entry) => isIn(there, entry) || !isIn(before, entry)),
    ...theirs.filter((entry) => !isIn(before, entry) && !isIn(here, entry)),
  ];
}
