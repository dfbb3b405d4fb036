import type { Audience } from './audience.ts';
import { matchBounds } from './bounds.ts';
import { compileCues, tokensOf } from './cues.ts';
import { isElsewhere, readPlaces } from './places.ts';
import type { Rule } from './signal.ts';
import { matchTopic, rootOf } from './topic.ts';

/** Trades in what people say of themselves, each a reason of its own: only the reason is kept. */
const BIO = [
  {
    rule: 'profile_sells',
    phrases: `coach|mentor|trainer|speaker|growth|sales|partnerships|wholesale|brewer|hypnotherapist|therapist|instructor|nutritionist|physiotherapist|brand|edtech|platform|blogger|influencer|official|dm|link|shop|store|code|makers|maker|we|our|affiliate|supplier|agency|founder|vertrieb|tienda|#`,
  },
  {
    rule: 'profile_reports',
    phrases: `researcher|scientist|professor|journalist|reporter|analyst|psychologist|endocrinologist|editor|phd|economist|news|correspondent|bot|automated|posts|daily|noticias`,
  },
  {
    rule: 'profile_outside',
    phrases: `developer|engineer|designer|student|recruiter|copywriter|planner|consultant|dba|treasurer|secretary|retired`,
  },
  {
    rule: 'profile_buys',
    phrases: `owner|director|founder|manager|head|principal|hr|lead|hotelier|inhaber|inhaberin|propietaria|propietario|duena|dueno|own|run|gm|inhaber|leitung|geschaftsfuhrer|geschaftsfuhrerin|people|operations`,
  },
] as const satisfies readonly { rule: Rule; phrases: string }[];
const findBio = compileCues(BIO.map(({ phrases }) => phrases));

const PROFILE_RULES = [...BIO.map(({ rule }) => rule), 'profile_fits', 'profile_elsewhere'] as const;
/** What a profile shows; all that is kept of it. */
export type ProfileRule = (typeof PROFILE_RULES)[number];

export function profileRules(audience: Audience, bio: string): ProfileRule[] {
  const tokens = tokensOf(bio);
  if (tokens.length === 0) return [];
  const words = tokens.flatMap(({ isWord, ...token }) =>
    isWord ? [{ ...token, root: rootOf(token.text) }] : [],
  );
  const found = findBio(tokens);
  const rules: ProfileRule[] = BIO.flatMap(({ rule }, index) => (found[index] ? [rule] : []));
  if (matchTopic(audience.people, words, audience.people.rarities)) rules.push('profile_fits');
  const misfit = matchBounds(audience.bounds, tokens).some(({ isMet }) => !isMet);
  const isElse = audience.places.regions.size > 0 && isElsewhere(audience.places, readPlaces(words));
  if (isElse || misfit) rules.push('profile_elsewhere');
  return rules;
}

/** What an earlier scoring saw in a profile, from its reasons. */
export function profileOf(reasons: readonly { rule: string }[]): ProfileRule[] {
  return PROFILE_RULES.filter((rule) => reasons.some((reason) => reason.rule === rule));
}
