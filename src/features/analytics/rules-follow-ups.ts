import { hasCondition } from '#features/compliance/rules-conditions.ts';
import type { Platform, Stage } from '#features/leads/contract.ts';
import { STAGE_LABELS } from '#features/leads/rules.ts';
import { greetingNameOf, type Named } from '#features/leads/rules-names.ts';
import { REPLY_WORDS } from '#features/mail/rules-reply-words.ts';
import type { Language } from '#kit/language.ts';
import { countOf } from '#kit/text.ts';
import { DAY_MS } from '#kit/time.ts';
import type { FollowUpKind } from './contract-follow-ups.ts';
import { FOLLOW_UP_WORDS } from './rules-follow-up-words.ts';

/** What presses most without anything learned. */
const BASE: Record<FollowUpKind, number> = {
  replied: 100,
  signed_up: 80,
  bought: 55,
  visited: 50,
  promising: 45,
  stuck: 35,
};

/** Recommendations of a day: more than these nobody calls. */
export const FOLLOW_UPS_A_DAY = 10;
/** How long 'not now' lasts. */
export const NOT_NOW_DAYS = 7;
/** So long what was said is remembered. */
export const REMEMBERED_DAYS = 90;

/** Two opinions stand for the beginning, so that one press does not silence a reason. */
const PRIOR = 2;

/**
 * How much a reason counts after what the team made of it: 1 at first, nearer to 0 with each 'not useful'. To a
 * thousandth, since it is shown in percent with a tenth.
 */
export function learnedWeight({ done, notUseful }: { done: number; notUseful: number }): number {
  return Math.round(((done + PRIOR) / (done + notUseful + PRIOR)) * 1000) / 1000;
}

type Candidate = { kind: FollowUpKind; since: Date; aiScore: number };

/** The higher, the sooner. Waiting adds up to 20, the score up to 20. */
export function pressure({ kind, since, aiScore }: Candidate, weight: number, now: Date): number {
  const days = Math.max(0, (now.getTime() - since.getTime()) / DAY_MS);
  return (BASE[kind] + Math.min(20, days * 2) + aiScore * 2) * weight;
}

/** Whose words a recommendation quotes: notes of colleagues and the column of a file are none of the person's. */
export function quotedFrom(platform: Platform, isReply: boolean): string {
  if (isReply) return 'They replied';
  if (platform === 'manual') return 'Noted when added';
  if (platform === 'import') return 'From your file';
  return platform === 'website' ? 'On your website they wrote' : 'In public they wrote';
}

type Facts = {
  kind: FollowUpKind;
  since: Date;
  stage: Stage;
  aiScore: string;
  /** Name of the campaign; null without one. */
  campaign: string | null;
};

/** "Replied 3 days ago and waits for an answer." */
export function whyWords({ kind, since, stage, aiScore, campaign }: Facts, now: Date): string {
  const when = agoWords(since, now);
  const of = campaign === null ? '' : ` of ${campaign}`;
  switch (kind) {
    case 'replied':
      return `Replied ${when}${campaign === null ? '' : ` to ${campaign}`} and waits for an answer.`;
    case 'signed_up':
      return `Signed up on the landing page${of} ${when}; nobody has written since.`;
    case 'bought':
      return `Bought ${when} and has not been shown around yet.`;
    case 'visited':
      return `Looked at the landing page${of} ${when} and did not sign up.`;
    case 'promising':
      return `Scored ${aiScore} when found ${when}, and nobody has written yet.`;
    case 'stuck':
      return `Has been ${STAGE_LABELS[stage]} since ${when === 'today' ? 'today' : when}, without a word from either side.`;
  }
}

function agoWords(since: Date, now: Date): string {
  const days = Math.floor((now.getTime() - since.getTime()) / DAY_MS);
  if (days <= 0) return 'today';
  return days === 1 ? 'yesterday' : `${countOf(days, 'day')} ago`;
}

type Person = Named & {
  sender: string;
  workspace: string;
  /** Where we have their data from, with the first letter; '' with the others. */
  notice: string;
};

/**
 * A first version of what to write by the built-in engine: fixed words of ours around what is stored, and no claim, in
 * the language that they wrote in.
 */
export function draftFor(
  kind: FollowUpKind,
  { opening, ...person }: Person & { opening: string },
  language: Language = 'en',
) {
  const words = FOLLOW_UP_WORDS[language];
  const body = words[kind].text.replace('{opening}', opening === '' ? words.nothingKnown : opening);
  return draftWith(kind, body, person, language);
}

/** A letter around these words; our own subject and greeting stay whoever wrote them. */
export function draftWith(
  kind: FollowUpKind,
  body: string,
  { sender, workspace, notice, ...named }: Person,
  language: Language = 'en',
) {
  const first = hasCondition(named.name) ? '' : greetingNameOf(named);
  const sentence = body.charAt(0).toUpperCase() + body.slice(1);
  return {
    subject: FOLLOW_UP_WORDS[language][kind].subject,
    text: [
      REPLY_WORDS[language].greeting(first),
      sentence,
      [sender, workspace].filter(Boolean).join('\n'),
      notice,
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
  };
}
