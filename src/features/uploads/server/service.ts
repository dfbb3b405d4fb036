import type { ReceivedFile } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import type { ByteRange, FileStore, PartKey, StorageCredentials, StoredFile } from '#providers/files/port.ts';
import { idAt, keyOf, LEAST_PART_BYTES, PLACES, type Purpose, readKey, sizeWords } from '../rules.ts';

type Dependencies = {
  files: FileStore;
  /** Undefined: files come from people's own devices only. */
  companionUrl?: string | undefined;
};

const PART_URL_SECONDS = 3_600;

/** Files on their way in: to an address that is given out, in one piece or in parts. */
export function createUploads({ files, companionUrl }: Dependencies) {
  const endedOr = async <T>(work: Promise<T | undefined>): Promise<T> => {
    const found = await work.catch((error: unknown) => {
      // A storage that does not answer is something else than an upload that is gone.
      if (error instanceof AppError) throw error;
      return undefined;
    });
    if (found === undefined) throw new AppError('not_found', 'This upload does not exist or has ended.');
    return found;
  };

  return {
    options: () => ({ companionUrl: companionUrl ?? null }),

    /** Where one file is sent with PUT. */
    async addressFor(purpose: Purpose): Promise<string> {
      const id = newId();
      if (files.direct) return (await files.direct.signPut(keyOf(purpose, id))).url;
      return `${PLACES[purpose].sentTo}${id}`;
    },

    /** Takes a file in, once: what has arrived is not replaced by whoever knows its address. */
    async put(purpose: Purpose, id: string, file: ReceivedFile): Promise<{ bytes: number }> {
      if (file.bytes === 0) throw new AppError('refused', 'This file is empty.');
      const key = keyOf(purpose, id);
      if (await files.find(key)) throw new AppError('conflict', 'A file has arrived here already.');
      await files.put(key, file.path);
      return { bytes: file.bytes };
    },

    /**
     * The id and size of a file that has arrived, by the address it was sent to; takes over what a Companion server
     * has put into the storage.
     */
    async locate(purpose: Purpose, address: string): Promise<{ id: string; bytes: number }> {
      let id = idAt(purpose, address);
      if (id === undefined && files.direct) {
        const adopted = newId();
        if (await files.direct.adopt(address, keyOf(purpose, adopted))) id = adopted;
      }
      const found = id === undefined ? undefined : await files.find(keyOf(purpose, id));
      if (!found || id === undefined) {
        throw new AppError('not_found', 'This file has not arrived. Send it again.');
      }
      return { id, bytes: found.bytes };
    },

    withFile: <T>(
      purpose: Purpose,
      id: string,
      work: (file: StoredFile) => Promise<T>,
    ): Promise<T | undefined> => files.withFile(keyOf(purpose, id), work),

    find: (purpose: Purpose, id: string) => files.find(keyOf(purpose, id)),

    read: (purpose: Purpose, id: string, range?: ByteRange) => files.read(keyOf(purpose, id), range),

    /** An address at the storage itself, as its type and under its disposition; undefined: the bytes are ours to send. */
    async addressOf(
      purpose: Purpose,
      id: string,
      shownAs: { type: string; disposition: string },
    ): Promise<string | undefined> {
      return (await files.direct?.signGet(keyOf(purpose, id), shownAs))?.url;
    },

    remove: (purpose: Purpose, id: string) => files.remove(keyOf(purpose, id)),

    async beginMultipart(purpose: Purpose): Promise<PartKey> {
      const key = keyOf(purpose, newId());
      return { key, uploadId: await files.beginMultipart(key) };
    },

    listParts: (upload: PartKey) => endedOr(files.listParts(upload)),

    async signPart(upload: PartKey, partNumber: number): Promise<{ url: string; expires: number }> {
      if (files.direct) {
        const { url, expiresSeconds } = await files.direct.signPart(upload, partNumber);
        return { url, expires: expiresSeconds };
      }
      const key = encodeURIComponent(upload.key);
      return { url: `/s3/parts/${upload.uploadId}/${partNumber}?key=${key}`, expires: PART_URL_SECONDS };
    },

    async putPart(upload: PartKey, partNumber: number, file: ReceivedFile): Promise<{ ETag: string }> {
      return { ETag: await endedOr(files.putPart(upload, partNumber, file)) };
    },

    async complete(upload: PartKey, parts: readonly { PartNumber: number; ETag: string }[]) {
      const { purpose, id } = readKey(upload.key) ?? {};
      if (purpose === undefined || id === undefined) throw new AppError('not_found', 'Not a key of ours.');
      const stored = await endedOr(files.listParts(upload));
      const last = Math.max(...parts.map(({ PartNumber }) => PartNumber));
      if (stored.some(({ PartNumber, Size }) => PartNumber < last && Size < LEAST_PART_BYTES)) {
        throw new AppError('refused', 'Every part but the last has at least 5 MB.', {
          reason: 'EntityTooSmall',
        });
      }
      const named = new Set(parts.map(({ PartNumber }) => PartNumber));
      const bytes = stored.reduce((sum, part) => (named.has(part.PartNumber) ? sum + part.Size : sum), 0);
      const { mostBytes, foundAt } = PLACES[purpose];
      if (named.size < parts.length || bytes > mostBytes) {
        throw new AppError('too_large', `The file is larger than ${sizeWords(mostBytes)}.`, {
          reason: 'EntityTooLarge',
        });
      }
      if (!(await files.complete(upload, parts))) {
        throw new AppError('refused', 'A part is missing or is another one.', { reason: 'InvalidPart' });
      }
      return { location: `${foundAt}${id}` };
    },

    async abort(upload: PartKey): Promise<void> {
      await files.abort(upload).catch(() => undefined);
    },

    async temporaryCredentials(): Promise<StorageCredentials> {
      const lend = files.direct?.temporaryCredentials;
      if (!lend) {
        throw new AppError(
          'refused',
          'No temporary credentials here: set S3_ENDPOINT and S3_STS_ENDPOINT to hand them out.',
          { reason: 'not_configured' },
        );
      }
      return lend();
    },
  };
}
export type Uploads = ReturnType<typeof createUploads>;
