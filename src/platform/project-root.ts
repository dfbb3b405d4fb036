import { fileURLToPath } from 'node:url';

/**
 * The folder that holds package.json, with a trailing slash. This file and the built server (dist/server) stand equally
 * deep below it, so one address serves both.
 */
export const PROJECT_ROOT = fileURLToPath(new URL('../../', import.meta.url));
