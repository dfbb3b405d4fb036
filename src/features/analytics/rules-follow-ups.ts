import { firstNameOf } from '#features/campaigns/rules-compose.ts';
import { hasCondition } from '#features/compliance/rules-conditions.ts';
import type { Platform, Stage } from '#features/leads/contract.ts';
import { STAGE_LABELS } from '#features/leads/rules.ts';
import { countOf } from '#kit/text.ts';
import { DAY_MS } from '#kit/time.ts';
import type { FollowUpKind } from './contract-follow-ups.ts';

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

const DRAFTS: Record<FollowUpKind, { subject: string; text: string }> = {
  replied: {
    subject: 'Your reply',
    text: 'Thank you for writing back. I read your message and would like to answer it properly. When would a short call suit you, or shall we go on by e-mail?',
  },
  signed_up: {
    subject: 'Next steps',
    text: 'Thank you for signing up. I look after everybody who signs up, so you have a person to ask. What would you like to know first?',
  },
  bought: {
    subject: 'Getting started',
    text: 'Thank you for your order. Is everything as you expected? I can show you in ten minutes how others begin, if that helps.',
  },
  visited: {
    subject: 'Any questions?',
    text: 'You had a look at our page. If something was missing there or unclear, tell me and I will answer it myself. If it is not for you, that is fine too.',
  },
  promising: {
    subject: 'A short introduction',
    text: '{opening} We may have something that fits what you asked for. If you like, I will send you two lines about it; if not, I will not write again.',
  },
  stuck: {
    subject: 'Still of interest?',
    text: 'We have not heard from each other for a while. Is this still of interest to you? A yes or a no is enough, and a no is fine.',
  },
};

type Person = {
  name: string;
  sender: string;
  workspace: string;
  /** Where we have their data from, with the first letter; '' with the others. */
  notice: string;
};

/** A first version of what to write by the built-in engine: fixed words of ours around what is stored, and no claim. */
export function draftFor(kind: FollowUpKind, { opening, ...person }: Person & { opening: string }) {
  const body = DRAFTS[kind].text.replace(
    '{opening}',
    opening === '' ? 'I hope this finds you well.' : opening,
  );
  return draftWith(kind, body, person);
}

/** A letter around these words; our own subject and greeting stay whoever wrote them. */
export function draftWith(kind: FollowUpKind, body: string, { name, sender, workspace, notice }: Person) {
  const first = hasCondition(name) ? '' : firstNameOf(name);
  const sentence = body.charAt(0).toUpperCase() + body.slice(1);
  const greeting = first === '' ? 'Hello,' : `Hi ${first},`;
  return {
    subject: DRAFTS[kind].subject,
    text: [greeting, sentence, [sender, workspace].filter(Boolean).join('\n'), notice]
      .filter((part) => part !== '')
      .join('\n\n'),
  };
}
