import lists from './brief-words.json' with { type: 'json' };
import { EVENT_WORDS, NOTICE_WORDS, PRODUCT_WORDS, WEAK_EVENTS, wordsIn } from './words.ts';

export type Intent = 'event' | 'product' | 'notice' | 'howto' | 'thanks' | 'reply' | 'job' | 'topic';

/** "Flyer for a talk: free, no booking" → the topic "a talk" and the details. */
export type Head = {
  intent: Intent | undefined;
  topic: string;
  /** Said as a title and nowhere else. */
  title?: string;
  details: string;
  /** A main clause. */
  statement?: string;
  /** It asks for an explanation that the brief does not give. */
  needsDetails: boolean;
  leftOut: string;
};

const KIND = `(?:follow[- ]up|${lists.kinds.split(' ').join('|')})s?`;
const LEAD = `^(?:(?:please )?(?:write|draft|create|make|compose|prepare|we need|i need|need|send|schreibe?|erstelle?) (?:me |us )?)?((?:[\\w'’-]+ ){0,4}?)(${KIND})\\b(?: (?:${KIND}))*`;
const HEAD = new RegExp(`${LEAD}\\s*(.*)$`, 'isu');
const PEOPLE =
  '(?:(?:our |the |all |new )?(?:\\w+ )?(?:coaches|members|subscribers|customers|staff|affiliates|clients|dietitians|pharmacists|physiotherapists|doctors|stockists|parents|guests|readers|partners|patients|students|users|visitors|people|teams?|owners|teachers|regulars|beginners|retailers|nurses|runners|employees|therapists|neighbours|volunteers|instructors|trainers|practitioners|families|seniors|pupils))';
const AUDIENCE = new RegExp(
  `^(?:to|for|from|an) ${PEOPLE}(?=$|[:,]|\\s(?:about|on|that|announcing|with|to|of|explaining|who|in|after))(?: (?:of|in) (?:the|our) [\\w -]{2,40}$)?`,
  'i',
);
const TO = /^to (?:a|an|the|our|all|\w+)(?: \w+)?(?=\s(?:about|on|that|announcing)\b|:)/i;
const CHANNEL =
  /^(?:in|for|on) (?:an?|the|our) (?:podcast|magazine|blog|paper|journal|site|website|app|(?:\p{L}+ )?(?:lobby|lift|window|waiting room|counter|screen|reception|notice board))(?: about [\p{L}-]+)?(?=:|\sabout\b|$)/iu;
const SPEAKER = /^for (?:an?|the|our) [\p{L} -]{1,30}?(?=\s(?:introducing|announcing|about)\b)/iu;
const LENGTH =
  /^,?\s*(?:of |for |in )?(?:about |under |at most )?\d{1,4}[- ](?:seconds?|words?|minutes?)\s*,?\s*/i;
const FOR_MONTH =
  /^for (?:January|February|March|April|May|June|July|August|September|October|November|December)(?=:)/i;
const WHERE =
  /^(?:for (?:instagram|facebook|linkedin|social media|the (?:site|website|blog|app|shop window|notice board))|in a (?:series|podcast)|of|for|in)(?: (?:about |a |one )?\d{1,3}[- ](?:seconds?|words?))?(?=\s(?:on|about|for)\b|[:,]|$)/i;
const JOINT =
  /^(?:about|on|for|announcing|introducing|inviting (?:\w+ ){1,3}to|of|to|that|with|explaining|after|promoting|offering|advertising|über|zu|zum|zur|für|around|where|introducing|in which)\b\s*/i;
const TOLD = /^(?:tell|inform|update|remind|let) [^:,.]{2,50}?(?: know)? (about|of|that)\s+(.+)$/i;
const VERB =
  /^(?:announce|introduce|promote|present|offer|advertise|launch|share|invite (?:[\w'’]+ ){1,3}?to)\s+(.+)$/i;
const EXPLAIN = /^(explain|describe|debunk|compare|summarise|summarize)\s+(.+)$/i;

/** What a sentence that begins with its own kind or order asks for; undefined for all others. */
export function headOf(sentence: string, isFirst: boolean): Head | undefined {
  const told = TOLD.exec(sentence);
  if (told)
    return told[1]?.toLowerCase() === 'that' ? statement(told[2] ?? '') : cut(told[2] ?? '', undefined);
  const announced = /^(?:announce|share|explain|say|mention|note) that\s+(.+)$/i.exec(sentence)?.[1];
  if (announced !== undefined && isFirst) return statement(announced);
  const offered = VERB.exec(sentence)?.[1];
  if (offered !== undefined) return cut(offered, /^invite/i.test(sentence) ? 'event' : undefined);
  const explained = EXPLAIN.exec(sentence);
  if (explained) return explanation(explained[1] ?? '', explained[2] ?? '');
  const found = HEAD.exec(sentence);
  if (!found || (!isFirst && !/^(?:write|draft|create|make|compose|prepare)\b/i.test(sentence)))
    return undefined;
  const [, lead = '', kind = '', behind = ''] = found;
  if (
    /\b(?:is|are|our|your|the|this|has|ask|in|of|no|to|and|that|reply|by|not|never|each|every|end|mention|say|thank)\b/i.test(
      lead.replace(/^(?:the|our)\s/i, ''),
    )
  )
    return undefined;
  // "Reply by Friday", "call us", "text START": requests rather than kinds.
  if (
    lead === '' &&
    /^(?:reply|text|post|mail|email|note|update|card|sign)$/i.test(kind) &&
    !/^(?:about|on|for|to |:|of|from)/i.test(behind)
  )
    return undefined;
  return kindHead({ lead: lead.trim(), kind: kind.toLowerCase(), behind });
}

/** What "that" introduces is a clause. */
function statement(clause: string): Head {
  return { intent: undefined, topic: '', statement: clause, details: '', needsDetails: false, leftOut: '' };
}

function kindHead({ lead, kind, behind }: { lead: string; kind: string; behind: string }): Head {
  let rest = behind.trim();
  if (/\babout[- ]us\b/i.test(lead))
    return {
      intent: undefined,
      topic: '',
      title: 'About us',
      details: rest.replace(/^:\s*/, ''),
      needsDetails: false,
      leftOut: '',
    };
  const isInvitation = /^(?:invitation|invite|einladung)/.test(kind);
  const isReply = kind === 'reply';
  const intent: Intent | undefined = isInvitation
    ? 'event'
    : isReply
      ? 'reply'
      : /\bjob\b/i.test(lead)
        ? 'job'
        : /\b(?:recall|outage|closure|correction|price change|delay)\b/i.test(`${lead} ${kind}`) ||
            /^(?:notice|statement)$/.test(kind)
          ? 'notice'
          : kind.startsWith('follow') || /follow/i.test(lead)
            ? 'thanks'
            : /\bproduct\b/i.test(lead)
              ? 'product'
              : undefined;
  if (isReply) {
    const [, whom = '', after = ''] = /^(to [^:]{1,200})(?::\s*(.*))?$/is.exec(rest) ?? [];
    return {
      intent,
      topic: '',
      details: after,
      needsDetails: after === '',
      leftOut: after === '' ? whom.replace(/^to /i, '') : '',
    };
  }
  for (let round = 0; round < 2; round += 1) {
    rest = rest.replace(AUDIENCE, '').replace(CHANNEL, '').replace(SPEAKER, '').trim();
    if (!isInvitation) rest = rest.replace(TO, '').trim();
    rest = rest.replace(LENGTH, '').replace(FOR_MONTH, '').trim();
    rest = rest
      .replace(WHERE, (all) => (/\d/.test(all) ? '' : /^(?:of|for|in)$/i.test(all) ? all : ''))
      .trim();
  }
  if (/^up after\b/i.test(rest) || kind.startsWith('follow')) return { ...cut('', 'thanks'), details: '' };
  return { ...cut(rest.replace(/^,\s*/, '').replace(JOINT, ''), intent), intent };
}

const OWN_KIND = new RegExp(`\\s(?:for|in|on) (?:an?|the|our|one) ${KIND}(?=$|[,;])`, 'i');

/** At the colon that ends the topic. */
function cut(text: string, intent: Intent | undefined): Head {
  const [, before = text, after = ''] = /^([^:]*?):(?:\s+|$)(.*)$/s.exec(text) ?? [];
  const base = { intent, needsDetails: false, leftOut: '' };
  const topic = before.trim().replace(OWN_KIND, '');
  return topic === '' ? { ...base, topic: after, details: '' } : { ...base, topic, details: after };
}

function explanation(verb: string, what: string): Head {
  const [topic = '', ...others] = what
    .replace(/\s+in (?:under |at most |about )?\d+ words/i, '')
    .split(/,\s+/);
  const bare = topic.replace(new RegExp(`\\s+to ${PEOPLE}$`, 'i'), '');
  const isNamed = !/^debunk/i.test(verb);
  return {
    intent: /^(?:how|why)\b/i.test(bare) ? 'howto' : undefined,
    topic: isNamed ? bare : '',
    details: others.join(', '),
    needsDetails: true,
    leftOut: isNamed ? '' : topic,
  };
}

/** What a text about this thing does: invites, offers, informs. */
export function intentOf(
  offer: string,
  { hasPrice, hasWhen }: { hasPrice: boolean; hasWhen: boolean },
): Intent {
  if (/^(?:how|why)\b/i.test(offer)) return 'howto';
  if (/^\p{L}+ing (?:an?|the|your|our|after|before|in|on|for|of)\s/iu.test(offer)) return 'topic';
  // The head of "a stretch class for runners" stands before its prepositions.
  const words = wordsIn(offer.split(/\s(?:for|with|in|on|of|about|from|at|by|to)\s/i)[0] ?? '');
  if (
    EVENT_WORDS.has(words.at(-1) ?? '') ||
    (hasWhen && WEAK_EVENTS.has(words.at(-1) ?? '')) ||
    /\bopen house\b/i.test(offer)
  )
    return 'event';
  if (words.some((word) => NOTICE_WORDS.has(word))) return 'notice';
  if (hasPrice || words.some((word) => PRODUCT_WORDS.has(word))) return 'product';
  return 'topic';
}
