import { z } from 'zod';
import { LANGUAGES, type Language } from '#kit/language.ts';
import source from './opt-out-roles.json' with { type: 'json' };
import { foldPattern } from './sentences.ts';

const Roles = z.strictObject({
  /** Taking someone off something. */
  remove: z.string(),
  /** The writer, or their address. */
  self: z.string(),
  list: z.string(),
  /** A wish to be on a list no more. */
  off: z.string(),
  /** No more, never again. */
  more: z.string(),
  /** To cease doing something. */
  stop: z.string(),
  send: z.string(),
  receive: z.string(),
  wish: z.string(),
  /** Using an address, and what for. */
  use: z.string(),
  ads: z.string(),
  /** Asking for an end without saying of what, and having no interest. */
  halt: z.string(),
  bored: z.string(),
  need: z.string(),
  /** What is sent to many, not the one message that they answer. */
  mail: z.string(),
  /** That they get too many, a reason and no wish for fewer; what they give thanks for. */
  plenty: z.string(),
  /** What makes a sentence a report or a question about what happened. */
  done: z.string(),
});
type RoleName = keyof z.infer<typeof Roles>;

const sources: Readonly<Record<Language, z.infer<typeof Roles>>> = z
  .strictObject({ en: Roles, de: Roles, fr: Roles, es: Roles, it: Roles, nl: Roles })
  .parse(source);

const ROLES = new Map(
  LANGUAGES.map((language) => [
    language,
    new Map(
      Object.entries(sources[language]).map(([name, pattern]) => [
        name,
        new RegExp(`(?<![\\w])(?:${foldPattern(pattern)})(?![\\w])`),
      ]),
    ),
  ]),
);

/** A sentence without reasons and thanks, whose objects are not that of the request. */
export function withoutReason(sentence: string, language: Language): string {
  const plenty = ROLES.get(language)?.get('plenty');
  return plenty === undefined ? sentence : sentence.replace(plenty, ' ').trim();
}

/**
 * Whether the parts of a request for no more mail are in a folded sentence, in whatever order: take + me + list, stop +
 * sending + me, no more + sending + me, wish + no more + receive. Reports of what happened have the same parts.
 */
export function hasOptOutRoles(sentence: string, language: Language): boolean {
  const roles = ROLES.get(language);
  const has = (...names: RoleName[]): boolean =>
    names.every((name) => roles?.get(name)?.test(sentence) ?? false);
  if (has('done')) return false;
  return (
    has('remove', 'self', 'list') ||
    has('off', 'list') ||
    has('stop', 'send', 'self') ||
    has('more', 'send', 'self') ||
    has('wish', 'more', 'receive', 'self') ||
    has('more', 'use', 'ads', 'self') ||
    has('more', 'need', 'mail') ||
    has('halt', 'bored')
  );
}
