// Regular expressions that may take time out of proportion to their text: each is linear, or named with what bounds it.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { parseSync } from '@swc/core';
import { getFirstConsumedChar, toUnicodeSet } from 'regexp-ast-analysis';
import { analyse } from 'scslre';
import { type BuiltPattern, builtPatterns } from './built-patterns.ts';
import { BUILT_EXCEPTIONS, PATTERN_EXCEPTIONS } from './pattern-exceptions.ts';

type Pattern = { source: string; flags: string };

/** The regular expressions that stand in a program; those put together while it runs are not seen here. */
export function patternsIn(program: string, isTsx: boolean): Pattern[] {
  const found: Pattern[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    else if (typeof node === 'object' && node !== null) {
      if ('type' in node && node.type === 'RegExpLiteral' && 'pattern' in node && 'flags' in node)
        found.push({ source: String(node.pattern), flags: String(node.flags) });
      Object.values(node).forEach(visit);
    }
  };
  visit(parseSync(program, { syntax: 'typescript', tsx: isTsx, target: 'es2024' }).body);
  return found;
}

const parser = new RegExpParser();

/**
 * Whether a match that fails at the end of a long run may begin again at each place within that run: "agree .* not" over
 * "agree agree agree". The analysis of scslre sees single characters alone.
 */
function startsWithinItself({ source, flags }: Pattern): boolean {
  const pattern = parser.parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
  const readable = {
    ignoreCase: flags.includes('i'),
    unicode: flags.includes('u'),
    dotAll: flags.includes('s'),
  };
  let isSlow = false;
  const look = (run: AST.Quantifier): void => {
    const { element } = run;
    if (run.max !== Number.POSITIVE_INFINITY) return;
    if (element.type !== 'CharacterSet' && element.type !== 'CharacterClass') return;
    const eats = toUnicodeSet(element, readable).chars;
    // Words between separators end with the next one.
    if (element.type === 'CharacterClass' ? !element.negate : element.kind !== 'any') return;
    const { before, after, isAnchored } = around(run);
    if (isAnchored && !flags.includes('m')) return;
    const isOwnStart = before.every((part) => {
      const { char, empty } = getFirstConsumedChar(part, 'ltr', readable);
      return empty || !char.isDisjointWith(eats);
    });
    if (before.length > 0 && isOwnStart && after) isSlow = true;
  };
  visitRegExpAST(pattern, { onQuantifierEnter: look });
  return isSlow;
}

/** What has to match before a run, and whether something has to match after it. */
function around(run: AST.Quantifier): { before: AST.Element[]; after: boolean; isAnchored: boolean } {
  const before: AST.Element[] = [];
  let [after, isAnchored] = [false, false];
  let node: AST.Node = run;
  while (node.parent) {
    const parent: AST.Node = node.parent;
    if (parent.type === 'Alternative') {
      const place = parent.elements.findIndex((element) => element === node);
      for (const part of parent.elements.slice(0, place)) {
        if (part.type === 'Assertion') isAnchored ||= part.kind === 'start';
        else before.push(part.type === 'Quantifier' && part.min > 0 ? part.element : part);
      }
      after ||= parent.elements.slice(place + 1).some((part) => part.type !== 'Quantifier' || part.min > 0);
    }
    node = parent;
  }
  return { before, after, isAnchored };
}

/** Why a pattern may take more than linear time on a text made for it; undefined where it may not. */
export function slowness({ source, flags }: Pattern): string | undefined {
  const { reports } = analyse({ source, flags }, { reportTypes: { Move: true, Self: true, Trade: true } });
  if (reports.length === 0) return startsWithinItself({ source, flags }) ? 'quadratic or worse' : undefined;
  return reports.some(({ exponential }) => exponential) ? 'exponential' : 'quadratic or worse';
}

/** What is wrong: slow patterns that are no exception, and exceptions that are not needed. */
export function problemsOf(
  files: readonly { name: string; program: string }[],
  exceptions: Readonly<Record<string, { reason: string; patterns: readonly string[] }>>,
): string[] {
  const problems: string[] = [];
  const unused = new Set(
    Object.entries(exceptions).flatMap(([name, { patterns }]) => patterns.map((text) => `${name}: ${text}`)),
  );
  for (const { name, program } of files) {
    for (const pattern of patternsIn(program, name.endsWith('.tsx'))) {
      const why = slowness(pattern);
      if (!why) continue;
      const text = `/${pattern.source}/${pattern.flags}`;
      unused.delete(`${name}: ${text}`);
      if (why === 'exponential' || !exceptions[name]?.patterns.includes(text))
        problems.push(`${name}: ${text} is ${why}`);
    }
  }
  return [...problems, ...[...unused].map((text) => `${text} is no exception any more`)];
}

/** The same for patterns that files put together while they are loaded; exceptions are of whole files. */
export function builtProblemsOf(
  patterns: readonly BuiltPattern[],
  exceptions: Readonly<Record<string, string>>,
): string[] {
  const problems: string[] = [];
  const unused = new Set(Object.keys(exceptions));
  for (const { file, ...pattern } of patterns) {
    const why = slowness(pattern);
    if (!why) continue;
    unused.delete(file);
    if (why === 'exponential' || exceptions[file] === undefined)
      problems.push(`${file}: /${pattern.source}/${pattern.flags}, put together at load, is ${why}`);
  }
  return [...problems, ...[...unused].map((file) => `${file} is no exception any more`)];
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root })
    .filter((name) => !/\.test\.tsx?$/.test(name))
    .map((name) => ({ name, program: readFileSync(`${root}${name}`, 'utf8') }));
  const problems = [
    ...problemsOf(files, PATTERN_EXCEPTIONS),
    ...builtProblemsOf(await builtPatterns(root), BUILT_EXCEPTIONS),
  ];
  if (problems.length > 0) {
    process.stdout.write(
      `${problems.join('\n')}\nMake them linear, or name them in scripts/pattern-exceptions.ts with what bounds the text.\n`,
    );
    process.exitCode = 1;
  }
}
