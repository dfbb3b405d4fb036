/**
 * Address of the file that a thread runs, which stands beside the one that starts it: `name`.ts in the sources, or
 * `name`.js in the built server, for which `scripts/build.ts` bundles every `*-worker.ts` of a server folder.
 * @param starter `import.meta.url` of the file that starts the thread
 */
export function threadFile(name: string, starter: string): URL {
  return new URL(`./${name}${starter.endsWith('.ts') ? '.ts' : '.js'}`, starter);
}
