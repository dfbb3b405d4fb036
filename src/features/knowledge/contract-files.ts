import { z } from 'zod';
import { endpoint, FileBody, IdParams, RawAnswer } from '#kit/endpoint.ts';

export const MOST_FILES = 5;
/** 10 MB. */
export const MOST_FILE_BYTES = 10_485_760;

/** What can be read of a file, by its ending. */
export const FILE_TYPES = ['.pdf', '.docx', '.html', '.htm', '.md', '.txt', '.csv', '.xlsx'] as const;

export const createUpload = endpoint({
  method: 'POST',
  path: '/api/training-materials/upload',
  access: 'admin',
  summary: 'An address to which one training file is sent with PUT',
  response: z.object({ uploadURL: z.string() }),
});

export const putUpload = endpoint({
  method: 'PUT',
  path: '/api/training-materials/uploads/:id',
  access: 'admin',
  summary: 'Send the bytes of a training file',
  params: IdParams,
  body: FileBody,
  maxBodyBytes: MOST_FILE_BYTES,
  response: z.object({ fileUrl: z.string(), bytes: z.number().int() }),
});

export const TrainingMaterial = z.object({
  id: z.uuid(),
  expertId: z.uuid(),
  fileName: z.string(),
  fileUrl: z.string(),
  fileType: z.string(),
  trainingContext: z.string(),
  /** The item that was read from it. */
  knowledgeId: z.uuid(),
});
export type TrainingMaterial = z.infer<typeof TrainingMaterial>;

export const addTrainingMaterial = endpoint({
  method: 'POST',
  path: '/api/training-materials',
  access: 'admin',
  summary: 'Read a file that was sent and teach it to an agent',
  body: z.object({
    expertId: z.uuid('Choose an agent.'),
    fileName: z.string().trim().min(1, 'Give the name of the file.').max(255, 'At most 255 characters.'),
    fileUrl: z.string().max(500, 'At most 500 characters.'),
    fileType: z.string().max(200, 'At most 200 characters.').default(''),
    trainingContext: z.string().trim().max(5_000, 'At most 5,000 characters.').default(''),
  }),
  response: TrainingMaterial,
  status: 201,
});

export const FileReadAgain = z.object({
  /** The item that answers rest on from now on: the same one where nothing was read otherwise. */
  knowledgeId: z.uuid(),
  isSame: z.boolean(),
  passageCount: z.number().int(),
  passagesBefore: z.number().int(),
});
export type FileReadAgain = z.infer<typeof FileReadAgain>;

export const readFileAgain = endpoint({
  method: 'POST',
  path: '/api/chatbot/knowledge/:id/read-again',
  access: 'admin',
  summary: 'Read the file of an item again; a new item takes its place, and it is retired',
  params: IdParams,
  response: FileReadAgain,
});

export const getTrainingFile = endpoint({
  method: 'GET',
  path: '/api/training-materials/files/:id',
  access: 'viewer',
  summary: 'The file as it was sent, as a download',
  params: IdParams,
  response: RawAnswer,
  produces: 'application/octet-stream',
});
