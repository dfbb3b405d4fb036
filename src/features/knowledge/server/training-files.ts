import { keyOf, PLACES } from '#features/uploads/rules.ts';
import type { FileUse } from '#features/uploads/server/file-uses.ts';
import { locateFile, refuseFile } from '#features/uploads/server/locate-file.ts';
import { storeUpload } from '#features/uploads/server/single-file.ts';
import type { EndpointInput, RawAnswer, ReceivedFile } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { UNREADABLE } from '#platform/bounded-thread.ts';
import type { Context } from '#platform/context.ts';
import type * as contract from '../contract-files.ts';
import { type FileReadAgain, MOST_FILE_BYTES, type TrainingMaterial } from '../contract-files.ts';
import { addReading, getFile, renewByReading } from './file-knowledge.ts';
import type { KnowledgeContext } from './knowledge-items.ts';
import { type FileReading, readFileApart } from './reading/knowledge-reading.ts';
import { listUsedFiles } from './store.ts';

type ReadingContext = Pick<Context, 'db' | 'config' | 'files' | 'fileUses' | 'directDatabaseUrl'>;
type Named = { name: string; title: string };

/** Files of agents that were removed for good go with the next sweep, unless another item was read from them. */
export const trainingFiles: FileUse = { purpose: 'training', listUsed: listUsedFiles };

/** Refuses with `not_found` or `conflict`. */
export async function putTrainingFile(
  ctx: Parameters<typeof storeUpload>[0],
  id: string,
  file: ReceivedFile,
): Promise<{ fileUrl: string; bytes: number }> {
  const { bytes } = await storeUpload(ctx, { purpose: 'training', id, file });
  return { fileUrl: fileUrlOf(id), bytes };
}

/** Reads the file and adds what it says to the knowledge. Refuses with `not_found`, `too_large` or what cannot be read. */
export async function addTrainingMaterial(
  ctx: KnowledgeContext & ReadingContext,
  material: EndpointInput<typeof contract.addTrainingMaterial>['body'],
): Promise<TrainingMaterial> {
  const { fileUrl, fileName, trainingContext } = material;
  const { id, bytes } = await locateFile(ctx, 'training', fileUrl);
  const title = fileName.slice(0, 200);
  const reading = await readFirst(ctx, { id, bytes, fileUrl, name: fileName, title });
  const item = { agentId: material.expertId, title, trainingContext, fileName, fileId: id };
  const knowledgeId = await addReading(ctx, item, reading);
  return { ...material, id, fileUrl: fileUrlOf(id), knowledgeId };
}

/** Reads the file of an item again, for what older readers missed. Refuses with `not_found`. */
export async function readFileAgain(
  ctx: KnowledgeContext & ReadingContext,
  knowledgeId: string,
): Promise<FileReadAgain> {
  const { fileId, fileName, title } = await getFile(ctx, knowledgeId);
  return renewByReading(ctx, knowledgeId, await readFile(ctx, fileId, { name: fileName, title }));
}

/** Always a download of no type, so that no browser runs an uploaded file. Refuses with `not_found`. */
export async function getTrainingFile({ files }: Pick<Context, 'files'>, id: string): Promise<RawAnswer> {
  const stored = await files.find(keyOf('training', id));
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
    body: files.read(keyOf('training', id)),
  };
}

/**
 * A file that has just arrived; one that cannot be read is removed. One that took too long can be sent again: the machine
 * may have had too much to do.
 */
async function readFirst(
  ctx: ReadingContext,
  { id, bytes, fileUrl, ...named }: { id: string; bytes: number; fileUrl: string } & Named,
): Promise<FileReading> {
  try {
    // Sent to the storage itself it has passed no limit of ours yet.
    if (bytes > MOST_FILE_BYTES) throw new AppError('too_large', 'The file is larger than 10 MB.');
    if (bytes === 0) throw new AppError('refused', 'This file is empty.', { reason: UNREADABLE });
    return await readFile(ctx, id, named);
  } catch (error) {
    const isOfTheFile =
      error instanceof AppError && (error.code === 'too_large' || error.reason === UNREADABLE);
    if (isOfTheFile) await refuseFile(ctx, { purpose: 'training', id, address: fileUrl });
    throw error;
  }
}

/** Reads a file apart from everything else, with limits of time and memory. */
async function readFile(
  { files, directDatabaseUrl }: Pick<Context, 'files' | 'directDatabaseUrl'>,
  id: string,
  { name, title }: Named,
): Promise<FileReading> {
  const reading = await files.withFile(keyOf('training', id), ({ path }) =>
    readFileApart({ path, name, title, readingId: newId(), databaseUrl: directDatabaseUrl }),
  );
  if (reading === undefined) throw new AppError('not_found', 'This file has not arrived. Send it again.');
  return reading;
}

const fileUrlOf = (id: string): string => `${PLACES.training.foundAt}${id.toLowerCase()}`;
