/** A way of speaking that counts for or against somebody being a lead. */
export type Cue = {
  /** Stable key, kept in the stored reasons. */
  rule: string;
  /** For people. Never holds words of the post: a health word must not travel from the quote into a field. */
  label: string;
  patterns: readonly RegExp[];
};

/** Where a cue was found. */
export type Span = { start: number; end: number };

const RELATIVE =
  "(?:friend|mate|mum|mom|mother|dad|father|husband|wife|partner|sister|brother|son|daughter|colleague|coworker|boss|neighbou?r|flatmate|roommate|housemate|aunt|uncle|girlfriend|boyfriend|nan|gran|grandma|grandmother|grandad|cousin|in-laws?|kid|teenager)(?:'s)?";

/** Signs of intent, the strongest kind first. */
export const INTENT_CUES = [
  {
    rule: 'asks',
    label: 'Asks people to recommend',
    patterns: [
      /\b(?:can|could|would|does|do|has|have|did|is there)?\s*(?:any ?(?:one|body)|some ?(?:one|body)|you (?:guys|all|lot)|folks|people here)\b[^.?!\n]{0,50}\b(?:recommend|suggest|know (?:of )?an?\b|point (?:me|us)|swear by|tried|rate)\b[^.?!\n]{0,30}/iu,
      /\b(?:please |kindly )?(?:recommend|suggest) (?:me|us|a|an|some|any|your)\b[^.?!\n]{0,30}/iu,
      /\b(?:any|your|drop|share|send|need|want|taking|after|open to|love|would love) (?:\w+ ){0,2}(?:recs|recommendations?|suggestions|pointers|favou?rites)\b/iu,
      /\b(?:recs|recommendations?|suggestions|pointers)\b(?: \w+){0,4}\s?(?:\?|please|welcome|appreciated|pls)/iu,
      /\b(?:point|steer|direct) (?:me|us) (?:to|towards?|at)\b/iu,
      /\b(?:looking|searching|hunting|shopping|in the market|on the hunt|on the lookout) for (?!ward)[^.?!\n]{0,40}/iu,
      /\bin search of\b[^.?!\n]{0,30}/iu,
      /\bwhat (?:do|does|are|is|would) (?:you|everyone|everybody|people|your)\b[^.?!\n]{0,20}\b(?:use|using|take|taking|drink|drinking|buy|buying|order|go-to|favou?rite|recommend)\b/iu,
      /\bwh(?:at|ich) (?:\w+ ){0,3}(?:should|would|do|did) (?:i|we|you) (?:get|buy|choose|pick|order|try|use|go (?:for|with))\b/iu,
      /\bwhere (?:can|do|should|could|did|would) (?:i|we|you|people) (?:\w+ )?(?:get|buy|find|order|source)\b/iu,
      /\bwho (?:makes|sells|does|runs|offers|teaches|stocks|delivers|coaches|would you use)\b[^.?!\n]{0,30}/iu,
      /\b(?:tell|show|send) me (?:what|where|which|who|your|a link|links)\b/iu,
      /\bis there (?:an?|any|anything|anyone|something)\b[^.?!\n]{0,40}/iu,
    ],
  },
  {
    rule: 'pays',
    label: 'Says they would pay',
    patterns: [
      /\b(?:happy|willing|ready|glad|prepared|fine|okay|ok|keen|able|don['’]?t mind|do not mind|wouldn['’]?t mind|no problem|open) (?:to |with |about )?(?:pay(?:ing)?|spend(?:ing)?|buy(?:ing)?|subscrib(?:e|ing))\b[^.?!,\n]{0,24}/iu,
      /\b(?:i['’]?d|i would|we['’]?d|we would|i['’]?ll|i will|would|will) (?:gladly |happily |even |definitely |honestly |probably |certainly )?(?:pay|buy|subscribe|spend|order|sign up)\b[^.?!,\n]{0,24}/iu,
      /\b(?:paid|paying) (?:is|would be|options?|plans?|ones?)?\s?(?:is |are )?(?:fine|okay|ok|good|welcome)\b/iu,
      /\b(?:my|our|a|the|with a|have a|got a) budget\b[^.?!,\n]{0,24}|\bbudget (?:is|of|approved|around|up to)\b[^.?!,\n]{0,20}/iu,
      /\btake my money\b/iu,
      /\b(?:buying|ordering|subscribing|signing up|booking)\b(?: \w+){0,4} (?:today|tonight|tomorrow|this week|this weekend|right now|before)\b/iu,
      /\b(?:about|going|want|ready|planning|plan|hoping|need) to (?:buy|order|subscribe|sign up|book|purchase)\b[^.?!,\n]{0,24}/iu,
      /\b(?:up to|around|under|about|max(?:imum)?|can do|can spend|have)\s?(?:[$£€]\s?\d[\d,.]*|\d[\d,.]*\s?(?:dollars|pounds|euros|quid|bucks|usd|gbp|eur))(?:\s?(?:a|per|\/)\s?\w+)?/iu,
      /\b(?:quotes?|price list|pricing|minimum order)\b[^.?!\n]{0,20}\b(?:please|needed|wanted|by|from)\b/iu,
      /\b(?:cart|basket|checkout|wallet|card) (?:is )?(?:open|ready|out|full)\b/iu,
    ],
  },
  {
    rule: 'compares',
    label: 'Is comparing or switching',
    patterns: [
      /\b(?:switch(?:ing)?|chang(?:e|ing)|mov(?:e|ing)) (?:from|away from|over|brands?|providers?|to)\b[^.?!,\n]{0,24}/iu,
      /\b\w+ (?:vs\.?|versus) \w+/iu,
      /\bcompar(?:e|ing)\b[^.?!,\n]{0,24}/iu,
      /\b(?:torn|deciding|decide|choose|choosing|undecided|toss-?up|stuck) between\b[^.?!\n]{0,24}/iu,
      /\balternatives? (?:to|for)\b[^.?!,\n]{0,24}|\b(?:better|cheaper|decent|good|kinder|gentler) alternative\b|\b(?:replace|replacement for|replacing)\b[^.?!,\n]{0,24}/iu,
      /\b(?:cancell?(?:ed|ing)|dropp(?:ed|ing)|ditch(?:ed|ing)|quitt?(?:ing)?|leaving)\b[^.?!\n]{0,30}\b(?:subscription|membership|plan|box|app|brand|provider|programme?|trial)\b/iu,
      /\b(?:shortlist(?:ed|ing)?|narrowed (?:it|them) down|down to (?:two|three|2|3))\b/iu,
      /\b(?:which|what)(?: one)? is (?:better|best|worth)\b|\bworth (?:it|the (?:money|price|extra|upgrade)|paying|buying)\b/iu,
      /\b(?:went up|price (?:rise|hike|increase)|discontinued|ran out|stopped making)\b/iu,
    ],
  },
  {
    rule: 'needs',
    label: 'States a need of their own',
    patterns: [
      /\b(?:i|we)(?:['’]m| am|['’]re| are|['’]ve| have)? (?:really |just |still |also |finally |desperately |badly |so |do |definitely |actually )?(?:need|needing|want|wanting|struggle|struggling|trying to|keep \w+ing|fed up|sick of|tired of|wish|hoping|craving|desperate|lost|stuck|ready to)\b[^.?!,\n]{0,24}/iu,
      /\b(?:i|we) (?:can['’]?t|cannot|can not|never|don['’]?t|do not)(?: seem to| ever| really)? (?:find|get|manage|stick|keep|fall|switch|work out|figure|know (?:what|where|how|which))\b[^.?!,\n]{0,24}/iu,
      /\b(?:i|we)(?:['’]d| would) (?:really )?(?:love|like)\b[^.?!,\n]{0,24}/iu,
      /\b(?:help me|help us|my goal|goal for|my problem|(?:has|have) to change|gotta|need something|need somebody|need someone)\b[^.?!,\n]{0,20}/iu,
    ],
  },
] as const satisfies readonly Cue[];

export const QUESTION = { rule: 'question', label: 'Asks a question' } as const;

/** The first question of a text, from the beginning of its sentence. */
export function findQuestion(text: string): Span | undefined {
  const mark = text.indexOf('?');
  if (mark < 0) return undefined;
  const before = text.slice(0, mark);
  const begin = Math.max(...['. ', '! ', '\n', '; '].map((stop) => before.lastIndexOf(stop))) + 1;
  const start = begin + before.slice(begin).search(/\S|$/);
  return start === mark ? undefined : { start, end: mark + 1 };
}

/** Signs against, each with what it costs out of 10. */
export const COUNTER_CUES = [
  {
    rule: 'sells',
    label: 'Sells something themselves',
    points: -6,
    patterns: [
      /\b(?:use|with) (?:my |our )?(?:promo |discount |referral )?code\b/iu,
      /\blink in (?:my |the |our )?(?:bio|profile|comments)\b|\b(?:swipe up|tap the link|shop now|order now|book now|enrol(?:l)? now|sign up now)\b/iu,
      /\b(?:dm|message|text|inbox) (?:me|us) (?:to |for |and |if you)|\b(?:comment|dm me|message me|text|reply with|type) ["'“”]?[A-Z]{3,}\b/u,
      /\b\d{1,2} ?% (?:off|discount)\b|\b(?:free shipping|early[- ]bird|buy \d get \d|flash sale|limited (?:time|spots|places|stock))\b/iu,
      /\b(?:spots?|places?|seats?|slots?) (?:left|available|open|remaining|still free)\b/iu,
      /\b(?:i|we) help (?:busy |tired |working |new |ambitious )*(?:people|women|men|mums|moms|parents|professionals|founders|runners|teams|companies|clients|leaders)\b/iu,
      /\b(?:my|our) (?:new |brand new |online |signature |free |award-winning |small )*(?:shop|store|course|programme|program|masterclass|challenge|workshop|coaching|collection|product|range|class(?:es)?|clinic|membership|ebook|guide|practice|studio|brand)\b[^.?!\n]{0,40}\b(?:is (?:now |finally )?(?:open|live|here|out|back|available)|opens|launch(?:es|ed|ing)?|starts|now (?:open|available)|drops)\b/iu,
      /\b(?:join|grab|get|download|try) (?:my|our)\b[^.?!\n]{0,40}/iu,
      /\b(?:we['’]re|we are|i['’]m|i am) (?:so )?(?:excited|thrilled|proud|delighted) to (?:announce|launch|share|introduce)\b/iu,
      /\bbook (?:your|a) (?:free |complimentary )?(?:call|spot|place|session|consultation|slot|demo|taster|discovery)\b/iu,
      /\b(?:lifetime access|money-back|free (?:trial|discovery call|consultation|listing)|rated \d)\b/iu,
    ],
  },
  {
    rule: 'refuses',
    label: 'Does not want to be pitched',
    points: -5,
    patterns: [
      /\bno (?:dms?|pitches|pitching|ads?|adverts|sellers?|sales|spam|promos?|self[- ]promo\w*|links|recommendations|advice|suggestions|coaches)\b(?: please| pls| thanks)?/iu,
      /\b(?:don['’]?t|do not|never|stop|quit|please stop) (?:dm(?:ing)?|messag\w+|pitch(?:ing)?|sell(?:ing)?|spam(?:ming)?|send(?:ing)?|try(?:ing)? to sell|recommend(?:ing)?)\b/iu,
      /\b(?:not|isn['’]?t|i['’]m not) (?:buying|interested|looking to buy|looking for (?:advice|recommendations|products?|anything)|in the market)\b/iu,
      /\b(?:just|only) (?:venting|ranting|complaining|saying)\b|\bjust (?:a )?(?:rant|vent)\b/iu,
    ],
  },
  {
    rule: 'solved',
    label: 'Has solved it already',
    points: -5,
    patterns: [
      /\b(?:update|edit|solved|sorted|fixed|resolved)\s?[:!]|\b(?:problem|issue|search|mystery) (?:is )?(?:solved|over|sorted)\b/iu,
      /\b(?:finally|ended up|i['’]?ve|we['’]?ve|i) (?:found|bought|settled on|signed up with|went with|picked|chose|getting|buying|going with)\b[^.?!\n]{0,30}\b(?:and|so|love|happy|best|great|works?|never|perfect|it|one)\b/iu,
      /\b(?:no longer|don['’]?t|do not) need\b|\bnot looking (?:anymore|any more|any longer|for anything)\b|\bstopped looking\b/iu,
      /\b(?:all|got (?:it|this|that|mine)|we['’]re|i['’]m) (?:sorted|set|good now)\b/iu,
      /\bthank(?:s| you) (?:so much )?(?:to )?(?:everyone|everybody|all|folks) (?:who|for|that)\b/iu,
      /\b(?:sticking|staying|happy|in love|obsessed) with (?:my|our|this|the|it|mine)\b/iu,
      /\b(?:i|we) used to\b[^.?!\n]{0,50}/iu,
    ],
  },
  {
    rule: 'news',
    label: 'Reports news, not a need',
    points: -4,
    patterns: [
      /\b(?:study|survey|poll|report|research|trial|review|data) (?:\w+ )?(?:finds|found|shows|says|suggests|predicts|reveals|published)\b/iu,
      /\b(?:according to|press release|market (?:is )?expected to|industry (?:report|news)|analysts?)\b/iu,
    ],
  },
  {
    rule: 'automated',
    label: 'Written by a machine',
    points: -5,
    patterns: [
      /\b(?:automated|auto-?posted|posted automatically|scheduled post|this account is a bot|daily (?:tip|fact|quote|reminder))\b/iu,
      /(?:#\w+\s*){4,}/u,
    ],
  },
] as const satisfies readonly (Cue & { points: number })[];

/** The need is somebody else's; `asked` when that person asked for it, which makes the writer a buyer. */
export const SOMEONE_ELSE = {
  rule: 'someone_else',
  label: "The need is someone else's",
  patterns: [
    new RegExp(
      `\\b(?:my|a|our|his|her) (?:\\w+ )?${RELATIVE} (?!and (?:i|me)\\b)(?:\\w+ ){0,4}?(?:wants?|needs?|is (?:looking|trying|struggling|after)|was|asked|keeps|can['’]?t|hasn['’]?t|won['’]?t|would (?:like|love)|swears|says|told|has (?:started|been))\\b`,
      'iu',
    ),
    new RegExp(
      `\\b(?:asking|buying|searching|looking|shopping|a gift|gift ideas|present|something|anything) (?:\\w+ ){0,3}?for (?:my|a|our) (?:\\w+ )?${RELATIVE}\\b`,
      'iu',
    ),
    /\basking for a friend\b/iu,
  ],
} as const satisfies Cue;

export const ASKED_BY_THEM =
  /\b(?:asked me|asked us|has asked|wants me to|begged me|on (?:his|her|their) behalf)\b/iu;

/** First place where one of the patterns holds. */
export function findCue(text: string, patterns: readonly RegExp[]): Span | undefined {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (!match) continue;
    const lead = match[0].length - match[0].trimStart().length;
    return { start: match.index + lead, end: match.index + match[0].trimEnd().length };
  }
  return undefined;
}
