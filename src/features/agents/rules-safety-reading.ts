import { foldText } from '#kit/text.ts';

/** Ways of writing that mean the same. */
const SAME: readonly [RegExp, string][] = [
  [/\b(?:im|i m)\b/g, "i'm"],
  [/\bive\b/g, "i've"],
  [/\bi ?ll\b/g, "i'll"],
  [/\b(can|won|don|doesn|didn|isn|aren|wasn|weren|hasn|haven|hadn|couldn|wouldn|shouldn|ain)t\b/g, "$1't"],
  [/\bcannot\b/g, "can't"],
  [/\b(he|she|that|what|there|where|who)s\b/g, "$1's"],
  [/\b(they|you)re\b/g, "$1're"],
  [/\bgonna\b/g, 'going to'],
  [/\bwanna\b/g, 'want to'],
  [/\bgotta\b/g, 'got to'],
  [/\bu\b/g, 'you'],
  [/\bur\b/g, 'your'],
  [/\brn\b/g, 'right now'],
  [/\b(?:bc|cuz|cos)\b/g, 'because'],
  [/\b(?:pls|plz)\b/g, 'please'],
  // Whom a practice sees: nothing of how they are.
  [/\b(new|next|existing) patients?\b/g, '$1 client'],
  [/\b(?:mom|mommy|mummy|mama|mam|mother)\b/g, 'mum'],
  [/\b(?:daddy|papa|father)\b/g, 'dad'],
  [/\b(?:nan|nana|gran|granny|grandmother)\b/g, 'grandma'],
  [/\b(?:grandad|granddad|grandfather)\b/g, 'grandpa'],
  [/\b(?:hubby)\b/g, 'husband'],
  [/\b(?:kill|hang|hurt|harm) my self\b/g, '$& myself'],
];

/**
 * Talk in which a word of danger means nothing of the kind: figures of speech, names of exercises, dishes, games, works.
 * The words are taken out, so that what remains decides.
 */
const FIGURES: readonly RegExp[] = [
  /\b(?:i'm |i am |we're |i was |was |are )?(?:just |literally |absolutely )?(?:dying|dead|died|deceased|crying|choked|choking|howling) (?:of |with |from )?(?:laugh\w*|lol|haha\w*|curiosity|boredom|embarrass\w*|impatience|excitement|envy|jealousy|cuteness)\b/g,
  /\bdying (?:to|for) (?:an? |the |some |my |your |it|try|know|get|see|hear|taste|ask|meet|read|go|start|have|visit|find|tell)\b/g,
  /\b(?:to die for|drop.?dead gorgeous|dead (?:simple|easy|cheap|serious|slow|quiet|on time|chuffed|tired|stock|link|hang|bug|lift|weight|end|sea|zone|skin|calm|set on)|(?:my |our |the )?(?:phone|laptop|battery|watch|blender|app|pump|legs|quads|arms|abs|glutes|calves|muscles|wallet|plants?|code|link|wi.?fi|internet|car|light|motor|inbox) (?:is |are |was |were |has |just |nearly |totally )*(?:dead|died|dying|shot|wrecked|toast|broken|on fire|killing me))\b/g,
  /\b(?:over my dead body|scared? (?:me )?(?:half )?to death|bored to death|worked to death|sick to death|tickled to death|death by (?:burpees|chocolate|powerpoint|meetings|sugar)|love (?:it|this|them|you) to death|death (?:march|valley|metal|star|grip)|matter of life and death|the death of me)\b/g,
  /\b(?:(?:is|are|was|were|been|of mine) (?:slowly |really |absolutely |just |all )?killing (?:me|us|my (?:vibe|mood|patience|back|budget|feet|arms))|(?:nearly |almost |totally |just )?(?:killed|destroyed|murdered|slayed|finished|crushed|smashed) (?:me|us|my (?:legs|abs|quads|glutes|arms|back|calves)) (?:lol|haha|today|yesterday|in the best|off|this morning)?)\b/g,
  /\b(?:kill|killing|killed) (?:it|the (?:auto.?renew\w*|subscription|order|trial|membership|plan|emails?|notifications?|process|lights|app|time|vibe|mood|competition|workout|bill|game)|(?:some |a few |an? )?(?:time|hours?|minutes)|two birds)\b/g,
  /\b(?:could|would|i'd|might|will|gonna) (?:literally |happily |honestly |absolutely )?(?:kill|murder|die) (?:someone |somebody |anyone )?for\b/g,
  /\b(?:killer (?:workout|deal|leg|abs|app|recipe|playlist|flavou?r|smoothie|class|combo|price|view|heels|bee|whale|sudoku|session|look|design|taste|set|instinct)|(?:kill|murder|disown) (?:me|us) if\b|(?:kill|shoot) me(?: now)?(?=[,.!]| lol| haha)|shoot (?:me|us|you) an? (?:e?mail|message|text|dm|line)|(?:murder|killer) mystery)\b/g,
  /\b(?:suicide (?:squad|sprints?|runs?|drills?|wings|squeeze|grip|awareness|prevention|hotline|helpline|statistics|doors?|bomber)|hanging (?:chair|basket|out|plant)|hang (?:out|tight|on|in there|loose|up)|skull crushers?)\b/g,
  /\b(?:heart attack|stroke|aneurysm|seizure|coronary|fit|panic attack) (?:when|at|from|seeing|reading|over) (?:i (?:saw|read|opened|got|heard|looked)|(?:the|your|my|that|seeing|reading) (?:the |your |my )?(?:price|bill|invoice|total|cost|shipping|receipt|postage|bank|checkout|ad|email))\b/g,
  /\b(?:nearly|almost|practically|basically) (?:gave|given|giving) (?:me|us|him|her) (?:a |an )?(?:heart attack|stroke|coronary|aneurysm|seizure)\b|\b(?:checkout|web ?site|page|app|form|prices?|bill|invoice|queue|traffic|deadlines?|boss|news|kids|cat|dog|alarm|printer|login) (?:is|are|was|were|keeps?) (?:\w+ )?giving (?:me|us) (?:a |an )?(?:heart attack|stroke|coronary|aneurysm|seizure)\b/g,
  /\b(?:breast ?|back ?|butterfly |side ?|swim\w* |rowing |brush|key|golf |pen |front )strokes?\b|\bstrokes? (?:of (?:luck|genius)|rate|count|order|play|technique|timing|length|per minute|category|awareness|association)\b|\bstroke in (?:freestyle|the pool|swim\w*|rowing)\b/g,
  /\b(?:chest|leg|arm|back|shoulder|ab|push|pull) (?:day|press|workout|fly|exercise|routine)s?\b|\b(?:chest|treasure|ice|tool|hope) (?:of drawers|freezer|hunt|box)\b/g,
  /\b(?:blood|bleeding) (?:oranges?|heart|moon|type|red|bank|sausage|bowl|brothers?|donor|hound|love|money|edge)\b|\bbleed(?:ing)? (?:edge|dye|colou?r|money|cash)\b|\b(?:wallet|bank account|card|budget|purse) (?:is |are )?(?:bleeding|crying|hurting|dying|dead|in pain)\b/g,
  /\b(?:bath|sex|f|truth|photo|seed|glitter|cherry|love|the|flavou?r) bombs?\b|\b(?:bomb(?:ed)?|killed|smashed|crushed|nailed) (?:my |the )?(?:interview|exam|presentation|pr|pb|race|test)\b/g,
  /\b(?:massage|glue|nerf|heat|water|top|spray) guns?\b|\b(?:gun|knife|weapon) (?:show|skills|block|set|of choice)\b|\b(?:photo|video|film|bamboo|movie|promo) shoots?\b|\bshots? (?:of|glass\w*)\b|\b(?:ginger|espresso|wellness|turmeric|immunity|energy|flu|screen|long|wheatgrass|juice|money) shots?\b/g,
  /\b(?:child'?s|baby|corpse|happy baby|dead man'?s|bridge|cobra|pigeon|warrior|plank|cat) (?:pose|position|cow|float|cobra)\b|\bbaby (?:blue|pink|steps|shower|yoga|grand|carrots?|soft|oil|wipes?|potatoes|spinach|corn|powder scent)\b|\b(?:my|this|our) (?:business|startup|app|shop|garden|car|sourdough)(?: is|'s)? my baby\b/g,
  /\b(?:od|o\.d\.|od'?d|overdos\w*) on (?:cuteness|chocolate|sugar|christmas|content|podcasts?|caffeine memes|meetings|emails?|netflix|your (?:podcast|page|posts|newsletter|playlists?))\b/g,
  /\b(?:addicted to|obsessed with|hooked on|can't live without|cannot live without) (?:your|the|this|these|those|my|that)\b/g,
  /\b(?:driv(?:es|ing)|going|go|drove) (?:me |us |him |everyone )?(?:insane|crazy|mad|nuts|mental|bananas|up the wall)\b|\blosing my mind over\b|\b(?:insanely|criminally|dangerously|deadly|stupidly|painfully|wickedly) (?:good|tasty|cheap|slow|expensive|cute|nice|delicious|funny|comfortable|soft)\b/g,
  /\b(?:i'm |i am |we're )?(?:starving|famished|hangry)(?=[,.!]|$| lol| haha| after| what| which)|\bcould eat a horse\b/g,
  /\b(?:pain in the (?:neck|butt|backside|arse|ass)|headache to (?:assemble|use|return|navigate)|pain to (?:open|assemble|use|return)|sick (?:deal|beat|design|colou?rs?|print|playlist|of (?:waiting|emails?|ads|this|your|the|being|plain|paying)))\b/g,
  /\b(?:rash|snap) (?:decision|choice|purchase|guard)\b|\b(?:fire|earthquake) drill\b|\bpoison (?:ivy|green|apple)\b|\bpick your poison\b|\bname your poison\b/g,
  /\b(?:depress\w*|sad|tragic|pathetic) (?:weather|winter|january|mondays?|colou?r|lighting|office|salad|film|news)\b|\b(?:weather|winter|january|mondays?|the news) (?:is |are |so |really )*(?:depress\w*|sad|the worst)\b/g,
  /\b(?:emergency|sos|mayday|urgent|help)[!:,.]+ (?=(?:i )?(?:need|forgot|ran|wrong|my code|promo|cancel|order|birthday|present|gift|late|where))|\bemergency (?:exit|contact|chocolate|snack|stash|fund|order|kit|room next)\b/g,
  /\b(?:end|ending|terminate|cancel|stop) (?:my|the|this|our) (?:trial|subscription|membership|plan|contract|order|auto.?\w*|emails?|chat|call|month|week)\b|\bend (?:of|in|on|date|result|up)\b/g,
  /\b(?:saved my life|life.?savers?|you(?:'re| are) a life saver|life.?changing|life hack)\b/g,
  /\b(?:hard|tough|difficult|bitter|big|easy) (?:pill )?to swallow\b|\bswallow (?:print|design|tattoo|my pride|the (?:price|cost))\b/g,
  /\b(?:disappear|vanish|remove(?:d)?|delete(?:d)?|gone) from (?:your|the|my) (?:mailing|list|database|cart|basket|app|account|site|website|system)\b/g,
  /\b(?:\d+|nine|nine nine nine) (?:\w+ ){0,2}(?:street|st|road|rd|avenue|ave|lane|drive|court|square|way|boulevard|blvd)\b/g,
  /\b(?:i )?(?:can't breathe|suffocat\w*|stop breathing)(?=,? (?:lol|haha\w*|laughing|from laugh\w*|under (?:all )?(?:your|the|these|my)|in (?:these|this|my|the) (?:leggings|jeans|bra|top|dress|size|sports|leotard|packaging)))/g,
  /\b(?:nearly|almost|basically|legit|practically) (?:died|fainted|passed out|lost consciousness|needed an ambulance|choked|cried|had (?:a|an) (?:stroke|heart attack|seizure|fit|breakdown)) (?=(?:from|of|with|when you|at the (?:price|sight|size|cost)|laughing|out of) ?)/g,
  /\b(?:broke my heart|heart.?broken|heart.?breaking|heart.?warming|by heart|heart of the|heart (?:rate|zone|shaped|strap|monitor|emoji))\b/g,
];

export type Reading = {
  /** Lower case, without accents, contractions spelt out alike. */
  plain: string;
  /** The same without figures of speech. */
  literal: string;
  /** How many there were. */
  figures: number;
};

/** A message as the judgement reads it. */
export function readMessage(text: string): Reading {
  const folded = foldText(text)
    .replace(/[’‘`´]/g, "'")
    .slice(0, 4_000);
  const plain = SAME.reduce((whole, [way, same]) => whole.replace(way, same), folded);
  let figures = 0;
  const literal = FIGURES.reduce(
    (whole, figure) =>
      whole.replace(figure, () => {
        figures += 1;
        return ' § ';
      }),
    plain,
  );
  return { plain, literal, figures };
}
