import { fromBufferPromise } from 'yauzl';

/** Why an archive is not unpacked. */
export class ArchiveError extends Error {
  readonly reason: 'too_large' | 'too_many_entries' | 'damaged';
  constructor(reason: ArchiveError['reason'], cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

type Limits = {
  /** Of all that is unpacked, whatever the archive says of its files' sizes. */
  mostBytes: number;
  mostEntries: number;
  isRead: (name: string) => boolean;
};

export type Archive = { names: string[]; files: Map<string, Buffer> };

/**
 * Unpacks an archive (ZIP) by its directory into no more than so many bytes. What reads the files further gets these bytes
 * alone: a second reader of the same archive could see other files than those that were counted.
 */
export async function unpackArchive(
  archive: Buffer,
  { mostBytes, mostEntries, isRead }: Limits,
): Promise<Archive> {
  const names: string[] = [];
  const files = new Map<string, Buffer>();
  let bytes = 0;
  try {
    // A size that is stated wrongly says nothing: the bytes are counted.
    const zip = await fromBufferPromise(archive, { lazyEntries: true, validateEntrySizes: false });
    for await (const entry of zip.eachEntry()) {
      names.push(entry.fileName);
      if (names.length > mostEntries) throw new ArchiveError('too_many_entries');
      if (!isRead(entry.fileName)) continue;
      const chunks: Buffer[] = [];
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        const read = Buffer.from(chunk);
        bytes += read.length;
        if (bytes > mostBytes) throw new ArchiveError('too_large');
        chunks.push(read);
      }
      files.set(entry.fileName, Buffer.concat(chunks));
    }
    return { names, files };
  } catch (error) {
    throw error instanceof ArchiveError ? error : new ArchiveError('damaged', error);
  }
}
