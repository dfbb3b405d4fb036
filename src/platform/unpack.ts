import { unzipSync } from 'fflate';

/** Why an archive is not unpacked. */
export type UnpackProblem = 'damaged' | 'too_large' | 'too_many_entries';

export class UnpackError extends Error {
  override readonly name = 'UnpackError';
  readonly problem: UnpackProblem;
  constructor(problem: UnpackProblem) {
    super(problem);
    this.problem = problem;
  }
}

type Limits = {
  mostBytes: number;
  mostEntries: number;
  isWanted: (name: string) => boolean;
};

/**
 * Unpacks the wanted files of a ZIP archive; `names` are all of its files. Each file gets only the room that the central
 * directory states for it, so the sum that is checked beforehand bounds the memory, whatever the archive really holds.
 * Readers are given the result, never the archive: two readers of one archive may disagree about what is in it.
 * Throws `UnpackError`.
 */
export function unpackWithin(
  archive: Uint8Array,
  { mostBytes, mostEntries, isWanted }: Limits,
): { names: string[]; files: Record<string, Uint8Array> } {
  let bytes = 0;
  const names: string[] = [];
  try {
    const files = unzipSync(archive, {
      filter: ({ name, originalSize }) => {
        names.push(name);
        if (names.length > mostEntries) throw new UnpackError('too_many_entries');
        if (!isWanted(name)) return false;
        bytes += originalSize;
        if (bytes > mostBytes) throw new UnpackError('too_large');
        return true;
      },
    });
    return { names, files };
  } catch (error) {
    throw error instanceof UnpackError ? error : new UnpackError('damaged');
  }
}
