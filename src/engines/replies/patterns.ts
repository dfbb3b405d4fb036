import { z } from 'zod';
import { LANGUAGES, type Language } from '#kit/language.ts';
import { foldText } from '#kit/text.ts';
import de from './opt-outs-de.json' with { type: 'json' };
import en from './opt-outs-en.json' with { type: 'json' };
import es from './opt-outs-es.json' with { type: 'json' };
import fr from './opt-outs-fr.json' with { type: 'json' };
import it from './opt-outs-it.json' with { type: 'json' };
import nl from './opt-outs-nl.json' with { type: 'json' };
import { foldPattern } from './sentences.ts';

const Source = z.strictObject({
  /** Names for parts of the patterns below, written there as `{NAME}`. */
  parts: z.record(z.string(), z.string()),
  /** An opt-out where a sentence says nothing else. */
  strong: z.string(),
  /** An opt-out where the whole message says nothing else. */
  weak: z.string(),
  /** Words that change nothing around the two. */
  polite: z.string(),
  /** Requests within a sentence. */
  requests: z.array(z.string()),
  /** Requests that need more than one sentence, by the message as one line. */
  whole: z.array(z.string()),
  /** Beginnings of questions that are requests. */
  asks: z.string(),
  /** What turns a request in the same sentence around: negation, past tense, conditions, other people. */
  vetoes: z.array(z.string()),
  /** A narrower object in the same clause: one topic, paper post, a time, another address. */
  narrow: z.array(z.string()),
  /** Anywhere in the message: they want to go on hearing from us. */
  stay: z.array(z.string()),
  /** Words that are recognized with a typing error, and their neighbors that are not errors. */
  typos: z.string(),
});

export type OptOutPatterns = {
  language: Language;
  strong: RegExp;
  weak: RegExp;
  polite: RegExp;
  requests: RegExp[];
  whole: RegExp[];
  asks: RegExp;
  vetoes: RegExp[];
  narrow: RegExp[];
  stay: RegExp[];
  typos: ReadonlySet<string>;
};

const SOURCES: Readonly<Record<Language, unknown>> = { en, de, fr, es, it, nl };

/** Of each language, on folded sentences (`foldSentence`). */
export const OPT_OUTS: readonly OptOutPatterns[] = LANGUAGES.map((language) => {
  const source = Source.parse(SOURCES[language]);
  const compile = (pattern: string, flags = ''): RegExp =>
    new RegExp(
      foldPattern(
        // Parts may use parts.
        withParts(withParts(pattern, source.parts), source.parts),
      ),
      flags,
    );
  const all = (patterns: readonly string[]) => patterns.map((pattern) => compile(pattern));
  return {
    language,
    strong: compile(`^(?:${source.strong})$`),
    weak: compile(`^(?:${source.weak})$`),
    polite: compile(`(?<![\\w'])(?:${source.polite})(?![\\w'])`, 'g'),
    requests: source.requests.map((pattern) => compile(pattern, 'g')),
    whole: all(source.whole),
    asks: compile(source.asks),
    vetoes: all(source.vetoes),
    narrow: all(source.narrow),
    stay: all(source.stay),
    typos: new Set(foldText(source.typos).split(' ')),
  };
});

function withParts(pattern: string, parts: Readonly<Record<string, string>>): string {
  return pattern.replace(/\{([A-Z]+)\}/g, (whole, name: string) => parts[name] ?? whole);
}
