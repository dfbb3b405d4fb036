import type { ScoreReason } from '../contract.ts';
import { byPoints } from '../rules.ts';

/** A stretch of the signal; `reason` is the one that it earned points for. */
export type SignalPart = { text: string; start: number; reason: ScoreReason | null };

/**
 * Cuts a signal where the words of its reasons begin and end. Where two reasons claim the same word, the one that
 * counts more has it.
 */
export function signalParts(signal: string, reasons: readonly ScoreReason[]): SignalPart[] {
  const owners = Array.from({ length: signal.length }, (): ScoreReason | null => null);
  const heaviestLast = reasons.toSorted((a, b) => Math.abs(a.points) - Math.abs(b.points));
  for (const reason of heaviestLast) {
    if (reason.start === null || reason.end === null) continue;
    owners.fill(reason, Math.max(0, reason.start), endOfWord(signal, reason.end));
  }
  const parts: SignalPart[] = [];
  for (let start = 0; start < signal.length; ) {
    const reason = owners[start] ?? null;
    let end = start + 1;
    while (end < signal.length && (owners[end] ?? null) === reason) end += 1;
    parts.push({ text: signal.slice(start, end), start, reason });
    start = end;
  }
  return parts;
}

/** A quotation ends where a word does, even where the rule that found it has not read on. */
function endOfWord(signal: string, end: number): number {
  const rest = /^[\p{L}\p{N}'’]+/u.exec(signal.slice(end));
  const isInside = /[\p{L}\p{N}]$/u.test(signal.slice(0, end));
  return isInside && rest ? end + rest[0].length : Math.min(signal.length, end);
}

/** A row has room for two or three words each. */
const SHORT_WORDS = new Map([
  ['asks', 'asks for advice'],
  ['pays', 'will pay'],
  ['compares', 'compares'],
  ['needs', 'has a need'],
  ['question', 'asks a question'],
  ['topic', 'topic match'],
  ['dissatisfied', 'unhappy customer'],
  ['invites', 'invites offers'],
  ['open', 'undecided'],
]);

/** Why, as a row says it: what gave most first, three at most. How fresh it is stands beside it. */
export function reasonWords(reasons: readonly ScoreReason[]): string[] {
  return byPoints(reasons)
    .filter((reason) => reason.points > 0 && reason.rule !== 'recent' && !reason.isBase)
    .slice(0, 3)
    .map(({ rule, label }) => SHORT_WORDS.get(rule) ?? label.charAt(0).toLowerCase() + label.slice(1));
}
