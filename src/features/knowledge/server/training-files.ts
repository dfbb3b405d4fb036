import { PLACES } from '#features/uploads/rules.ts';
import type { Uploads } from '#features/uploads/server/service.ts';
import type { EndpointInput, RawAnswer, ReceivedFile } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { UNREADABLE } from '#platform/bounded-thread.ts';
import {
  type addTrainingMaterial,
  type FileReadAgain,
  MOST_FILE_BYTES,
  type TrainingMaterial,
} from '../contract-files.ts';
import { type FileReading, readFileApart } from './reading/knowledge-reading.ts';
import type { Knowledge } from './knowledge-items.ts';
import { listUsedFiles } from './store.ts';

type Dependencies = {
  uploads: Uploads;
  knowledge: Knowledge;
  /** Where the threads that read files lay by what they say; no pooler in between. */
  databaseUrl: string;
};

/** Training files: sent to an address of ours, then read and taught. */
export function createTrainingFiles({ uploads, knowledge, databaseUrl }: Dependencies) {
  // Files of agents that were removed for good go with the next sweep, unless another item was read from them.
  uploads.keeps('training', listUsedFiles);

  /** Reads a file apart from everything else, with limits of time and memory. */
  const readFile = async (id: string, { name, title }: { name: string; title: string }) => {
    const reading = await uploads.withFile('training', id, ({ path }) =>
      readFileApart({ path, name, title, readingId: newId(), databaseUrl }),
    );
    if (reading === undefined) throw new AppError('not_found', 'This file has not arrived. Send it again.');
    return reading;
  };

  /**
   * Of a file that has just arrived; one that nobody can learn from does not stay. One that took too long may have met a
   * machine with too much to do: it can be tried again.
   */
  const readFirst = async ({
    id,
    bytes,
    fileUrl,
    ...named
  }: { id: string; bytes: number; fileUrl: string } & Parameters<
    typeof readFile
  >[1]): Promise<FileReading> => {
    try {
      // Sent to the storage itself it has passed no limit of ours yet.
      if (bytes > MOST_FILE_BYTES) throw new AppError('too_large', 'The file is larger than 10 MB.');
      if (bytes === 0) throw new AppError('refused', 'This file is empty.', { reason: UNREADABLE });
      return await readFile(id, named);
    } catch (error) {
      const isOfTheFile =
        error instanceof AppError && (error.code === 'too_large' || error.reason === UNREADABLE);
      if (isOfTheFile) await uploads.refuse('training', id, fileUrl);
      throw error;
    }
  };

  return {
    begin: async () => ({ uploadURL: await uploads.addressFor('training') }),

    async put(id: string, file: ReceivedFile) {
      const { bytes } = await uploads.put('training', id, file);
      return { fileUrl: fileUrlOf(id), bytes };
    },

    /** Reads the file and teaches what it says. */
    async addMaterial(
      material: EndpointInput<typeof addTrainingMaterial>['body'],
    ): Promise<TrainingMaterial> {
      const { id, bytes } = await uploads.locate('training', material.fileUrl);
      const title = material.fileName.slice(0, 200);
      const reading = await readFirst({
        id,
        bytes,
        fileUrl: material.fileUrl,
        name: material.fileName,
        title,
      });
      const knowledgeId = await knowledge.addReading(
        {
          agentId: material.expertId,
          title,
          trainingContext: material.trainingContext,
          fileName: material.fileName,
          fileId: id,
        },
        reading,
      );
      return { ...material, id, fileUrl: fileUrlOf(id), knowledgeId };
    },

    /** Reads the file of an item again, for what older readers missed. */
    async readAgain(knowledgeId: string): Promise<FileReadAgain> {
      const { fileId, fileName, title } = await knowledge.getFile(knowledgeId);
      return knowledge.renewByReading(knowledgeId, await readFile(fileId, { name: fileName, title }));
    },

    /** Always a download of no type, so that no browser runs an uploaded file. */
    async read(id: string): Promise<RawAnswer> {
      const stored = await uploads.find('training', id);
      if (!stored) throw new AppError('not_found', 'This file does not exist.');
      return {
        status: 200,
        headers: {
          'content-type': 'application/octet-stream',
          'content-length': String(stored.bytes),
          'content-disposition': 'attachment; filename="training-file"',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': 'private, no-store',
        },
        body: uploads.read('training', id),
      };
    },
  };
}
export type TrainingFiles = ReturnType<typeof createTrainingFiles>;

const fileUrlOf = (id: string): string => `${PLACES.training.foundAt}${id.toLowerCase()}`;
