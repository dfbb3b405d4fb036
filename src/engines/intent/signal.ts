import type { Phrases } from './cues.ts';

/** A way of speaking that counts for or against somebody being a lead. */
export type Cue = {
  /** Names its weight. */
  key: string;
  /** Stable key of the reason it belongs to. */
  rule: Rule;
  phrases: Phrases;
};

/** Labels are for people and never hold words of the post: a health word must not travel from the quote into a field. */
export const RULES = {
  asks: 'Asks people to recommend',
  invites: 'Invites offers',
  pays: 'Says they would pay',
  compares: 'Is comparing or switching',
  dissatisfied: 'Is unhappy with what they have',
  needs: 'States a need of their own',
  open: 'Has not decided yet',
  question: 'Asks a question',
  own: 'Speaks of themselves',
  sells: 'Sells something themselves',
  refuses: 'Does not want to be pitched',
  solved: 'Has solved it already',
  past: 'Speaks of the past',
  someone_else: "The need is someone else's",
  on_behalf: 'Asks on behalf of someone else',
  news: 'Reports news, not a need',
  automated: 'Written by a machine',
  professional: 'Speaks as a professional',
  other_matter: 'Is about something else',
  joking: 'Sounds like a joke',
  elsewhere: 'In another place',
  other_stage: 'Another age, size or stage of life',
  off_topic: 'Not about this topic',
  topic: 'Matches the topic',
  recent: 'Recent',
  stale: 'More than a year old',
  detail: 'Goes into detail',
  style: 'Reads like a remark or a slogan',
  profile_sells: 'Sells something, by their profile',
  profile_reports: 'Reports or researches, by their profile',
  profile_outside: 'Works in another trade, by their profile',
  profile_buys: 'Owns or leads something, by their profile',
  base: 'Where every post starts',
} as const;
export type Rule = keyof typeof RULES;
