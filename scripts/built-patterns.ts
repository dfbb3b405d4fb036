import { globSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

export type BuiltPattern = { file: string; source: string; flags: string };

/** Files that may be loaded without doing anything: rules, engines and the kit. */
const PURE = /^src\/(?:engines|kit)\/|\/rules[^/]*\.ts$/;

/** The regular expressions that files of `root` put together while they are loaded; those of libraries are left out. */
export async function builtPatterns(root: string): Promise<BuiltPattern[]> {
  const found = new Map<string, BuiltPattern>();
  const Original = globalThis.RegExp;
  const note = (made: RegExp): RegExp => {
    const file = makerOf(new Error('where').stack ?? '', root);
    const { source, flags } = made;
    if (file !== undefined) found.set(`${file} /${source}/${flags}`, { file, source, flags });
    return made;
  };
  globalThis.RegExp = new Proxy(Original, {
    construct: (target, [pattern, flags]: [string | RegExp, string?]) => note(new target(pattern, flags)),
    apply: (target, _self, [pattern, flags]: [string | RegExp, string?]) => note(target(pattern, flags)),
  });
  try {
    for (const name of globSync('src/**/*.ts', { cwd: root }))
      if (PURE.test(name) && !name.endsWith('.test.ts')) await import(pathToFileURL(`${root}${name}`).href);
  } finally {
    globalThis.RegExp = Original;
  }
  return [...found.values()];
}

/** The first line of a stack that is neither of this file nor of Node: who called the constructor. */
function makerOf(stack: string, root: string): string | undefined {
  const caller = stack
    .split('\n')
    .slice(1)
    .find((line) => line.includes('://') && !line.includes('built-patterns.ts'));
  const [, path] = /file:\/\/(\/[^\s)]+?):\d+:\d+/.exec(caller ?? '') ?? [];
  return path?.startsWith(`${root}src/`) ? path.slice(root.length) : undefined;
}
