import { join, resolve } from 'node:path';
import { createDataFolder } from './data-folder.ts';
import type { FileStore } from './port.ts';

/** Files lie in the data folder. */
export function createFileStore({ DATA_DIR }: { DATA_DIR: string }): FileStore {
  return createDataFolder(join(resolve(DATA_DIR), 'files'));
}
