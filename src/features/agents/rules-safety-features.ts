import { foldText } from '#kit/text.ts';
import { stemOf } from './rules-stem.ts';

/** What a message may speak of. General words of health and distress; a class is a hint, never a verdict. */
const CLASSES: Record<string, RegExp> = {
  die: /\b(?:(?<!\b(?:fur|in|auf|an|ist|sind|ich|gibt es|habt ihr|wo|wie schwer ist|was kostet|hat|haben|von|um|uber|kann) )die(?! (?:hard|cut|decke|dose|creme|kapsel\w*|tropfen|salbe|bestellung|lieferung|ganze\w*|lippen|tabletten|pillen)\b)|dies|dying(?! (?:to|for a)\b)|dead(?! (?:simple|easy|link|cheap)\b)|deadly|death|suicid\w*|(?<!\d )(?<!\d)kms|unalive|selbstmord\w*|end (?:it|things|my life|myself|everything|it all)|ending (?:it|things|my life)|kill(?:ing)? (?:my|him|her|them)sel\w+|take my (?:own )?life|not (?:want to )?(?:be )?alive|umbringen|sterben|nicht mehr leben|morir\w*|suicid\w*|matarme)\b/,
  selfharm:
    /\b(?:self.?harm\w*|cut(?:ting)? (?:my|her|him|them)sel\w+|(?:cut|cutting|burn\w*|hurt\w*|harm\w*|scratch\w*) (?:my|her|his|their) (?:arms?|wrists?|legs?|thighs?|skin|sel\w+)|(?:hurt|harm) (?:my|her|him|them)sel\w+|razor|noose|hang (?:my|him|her)sel\w+|scars? on (?:my|his|her) (?:wrists?|arms?))\b/,
  hopeless:
    /\b(?:no (?:point|reason|way out|hope|future|one would (?:miss|notice|care))|nothing left|hopeless|worthless|burden|better off without|better off if|give up on (?:life|everything)|can(?:'t| not|not) (?:do this|go on|take (?:it|this)|cope|keep going)(?: any ?more| any longer)?|done with (?:life|living|everything|it all)|tired of (?:living|life|being here|existing)|don't want to (?:be here|wake up|exist|live)|not wake up|never wake up|wake up (?:again|tomorrow)|goodbye|farewell|last (?:message|night|day|goodbye|words)|won't (?:be (?:here|around)|need)|disappear|fade away|nobody would (?:miss|notice|care)|wish i (?:wasn't|weren't|was never|had never|were dead))\b/,
  method:
    /\b(?:bridge|rope|gun|knife|pills? (?:ready|saved|lined)|stockpil\w*|sav(?:ed|ing) up|jump(?:ing)?|lethal|fatal|painless\w*|overpass|rooftop|train tracks|platform|note for|a note|letters? to my|will (?:is )?(?:written|sorted)|enough to (?:kill|die|end)|how many (?:\w+ ){0,4}(?:kill|die|fatal|lethal|too many))\b/,
  chest: /\b(?:chest|ribs?|breastbone|heart attack|left arm|brustschmerz\w*|pecho)\b/,
  stroke:
    /\b(?:face (?:is |has |looks? )?(?:droop\w*|dropp\w*|hang\w*|lopsided|numb|fall\w*)|droop\w*|slurr\w*|lopsided|one side|speech|can't (?:speak|talk|lift|move|feel)|gone numb|went numb|numb|arm (?:is |has gone |went )?(?:weak|numb|heavy)|stroke|gibberish|mumbl\w*|words? (?:come|came|coming) out|confus\w*|worst headache|thunderclap|vision)\b/,
  breath:
    /\b(?:breath\w*|wheez\w*|gasp\w*|suffocat\w*|chok\w*|airway|short of breath|catch my breath|respir\w*|atmen|luft|atemnot|keine luft|turning blue|blue lips|lips (?:are |went |turned )?blue)\b/,
  swelling:
    /\b(?:swell\w*|swollen|swelled|puff(?:ed|y|ing)|hives|throat (?:is )?(?:clos\w*|tight\w*|itch\w*)|anaphyla\w*|epi ?pen|tongue|lips?|hincha\w*|geschwollen)\b/,
  collapse:
    /\b(?:unconscious|unresponsive|collaps\w*|faint\w*|pass(?:ed|ing) out|black(?:ed|ing) out|won't wake|not waking|can't wake|not respond\w*|seiz\w*|convuls\w*|fitting|twitch\w*|jerk\w*|limp|floppy|bewusstlos|desmay\w*|inconsciente|no despierta|no reacciona|wacht nicht auf|slumped|went grey|hardly awake)\b/,
  bleed:
    /\b(?:bleed\w*|blood|spotting|clots?|haemorrh\w*|hemorrh\w*|soak\w* (?:a |through )|sangr\w*|blutung)\b/,
  heavy:
    /\b(?:heav(?:y|ily)|won't stop|can't stop|non.?stop|pouring|gushing|severe\w*|sudden\w*|crushing|worst|intense|terribl\w*|excruciating|unbearable|bad(?:ly)?|a lot|lots of|pounding|rac(?:ing|es))\b/,
  now: /\b(?:right now|just now|now|tonight|today|minutes? ago|an hour ago|since (?:this )?(?:morning|last night|an hour)|already|at the moment|this minute|help)\b/,
  ingest:
    /\b(?:swallow\w*|ate|eaten|drank|drunk|took|taken|gulped|chew\w*|got into|inhaled|ingest\w*|downed|licked|emptied|sucked (?:on )?|got (?:hold of|at|hands on|into)|aufgegessen|verschluckt|tomo demasiad\w*|gegessen|geschluckt|trag\w*)\b/,
  toomuch:
    /\b(?:overdos\w*|od'?d|too (?:many|much)|whole (?:bottle|pack|box|jar|strip|packet|tub)|entire (?:bottle|pack|box|jar)|all (?:of )?(?:them|the)|handful|fistful|double(?:d)?|twice|triple|times the|bunch of|half (?:the|a) (?:bottle|jar|pack|cup)|at once|in one go|by (?:mistake|accident)|accidental\w*|wrong (?:dose|amount|scoop)|tablespoons?|\d{2,} (?:capsules|tablets|pills|gummies))\b/,
  poison:
    /\b(?:poison\w*|toxic|bleach|cleaner|detergent|essential oil|iron tablets|caffeine (?:powder|pills)|alcohol|vodka|paracetamol|acetaminophen|tylenol|antifreeze|tincture|giftig|vergift\w*)\b/,
  violence:
    /\b(?:hits? me|hit me|beat(?:s|ing)? me|chok(?:ed|es) me|strangl\w*|threaten\w*|weapon|break(?:ing)? in|kill (?:me|him|her|them|my)|going to (?:hurt|kill|stab|shoot)|abus\w*|afraid (?:of him|to go home)|stab\w*|shoot (?:me|him|her|up))\b/,
  movement:
    /\b(?:baby (?:isn't|is not|hasn't|has not|not|stopped) mov\w*|(?:felt|feel) (?:the )?baby|kick(?:s|ing)?|fetal|foetal|waters? (?:broke|breaking)|contraction\w*|miscarr\w*)\b/,
  child:
    /\b(?:child\w*|kids?|toddler\w*|baby|babies|infant\w*|newborn\w*|son|daughter|grand(?:son|daughter|child\w*|kids?)|niece|nephew|little one|boy|girl|teen\w*|adolescent\w*|school\w*|pupil|kind\w*|tochter|sohn|hij[oa]s?|nin[oa]s?|preschool\w*|(?:first|second|third|fourth|fifth|sixth) graders?|twins|kleine\w*|stepson|stepdaughter)\b/,
  minorage:
    /\b(?:i(?:'| a)?m (?:1[0-7]|[5-9]|thirteen|fourteen|fifteen|sixteen|seventeen)\b(?! (?:weeks|kg|stone))|(?:[1-9]|1[0-7]|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen)[ -]?(?:year|yr|yo|y\/o|month)s?[ -]?olds?|\b(?:[1-9]|1[0-7])\s?(?:yo|y\/o)\b|aged? (?:[1-9]|1[0-7])\b|he's (?:[1-9]|1[0-7])\b|she's (?:[1-9]|1[0-7])\b|year (?:[7-9]|1[0-2])\b|(?:[3-9]th|1[0-2]th) grade|high ?school|under 18|months? old)\b/,
  pregnant:
    /\b(?:pregn[ae]n\w*|expecting|trimester|breast.?feed\w*|nursing|lactat\w*|ttc|trying (?:for a baby|to conceive)|conceiv\w*|fertil\w*|ivf|weeks along|\d+ ?(?:weeks?|wks?)(?: pregnant| along)?(?=\W*(?:$|and|,|so|with|no|pregnan))|postpartum|miscarriage|midwife|positive test|schwanger\w*|stillen\w*|stille|embaraz\w*|lactancia|amamant\w*|carrying a|when you're carrying|first months|your first trimester|the bump|mum.to.be|unborn|foetus|fetus|due (?:in|date))\b/,
  drug: /\b(?:medic(?:ation|ations|ine|ines)|meds|drug|prescri\w*|warfarin|statins?|metformin|insulin|thyrox\w*|levothyrox\w*|antidepress\w*|ssri\w*|sertralin\w*|zoloft|prozac|fluoxetin\w*|citalopram|lexapro|escitalopram|xanax|lithium|ozempic|wegovy|mounjaro|semaglutide|antibiotic\w*|amoxicillin|doxycycline|ibuprofen|aspirin|paracetamol|blood thinner\w*|thinners?|eliquis|xarelto|beta.?blocker\w*|bisoprolol|lisinopril|ramipril|amlodipine|diuretic\w*|chemo\w*|radiation|tamoxifen|steroid\w*|prednis\w*|hydrocortisone|methotrexate|immunosuppress\w*|gabapentin|adderall|ritalin|vyvanse|hrt|birth control|the pill|contracepti\w*|sleeping (?:tablets?|pills?)|painkillers?|opioid\w*|codeine|tramadol|inhaler|antihistamine\w*|omeprazole|ppi|finasteride|accutane|isotretinoin|quetiapine|maoi\w*|triptan\w*|vaccine|jab|blutverdunner\w*|medikament\w*|tabletten|medicacion|medicamento\w*|pastillas para)\b/,
  withdrug:
    /\b(?:interact\w*|together with|along ?side|along with|combin\w*|mix(?:ing)? (?:it |this |them )?with|on top of|instead of|replac\w*|come off|get off|stop (?:my|taking)|wean\w*|taper|skip my|halve|switch from|substitut\w*|clash\w*|while (?:on|taking|using)|apart from)\b/,
  dose: /\b(?:dos(?:e|es|age)|how (?:much|many) (?:\w+ )?(?:should|can|do|may|must) (?:i|he|she|we|my)|mg|milligram\w*|iu|above the label|more than the label|double|exceed)\b/,
  condition:
    /\b(?:diabet\w*|prediabet\w*|kidney\w*|renal|dialysis|liver (?:disease|failure|values|enzymes|cirrhosis)|fatty liver|hepatitis|cirrhosis|epilep\w*|crohn\w*|colitis|ibs|ibd|sibo|cancer|tumou?r|leuk\w*|lymphoma|arthritis|osteoporosis|lupus|hashimoto\w*|thyroid\w*|hypothyroid\w*|hyperthyroid\w*|asthma|copd|eczema|psoriasis|rosacea|gout|ms\b|multiple sclerosis|parkinson\w*|dementia|alzheimer\w*|heart (?:disease|failure|condition)|pacemaker|arrhythm\w*|afib|atrial|hypertension|high blood pressure|blood pressure|cholesterol|endometriosis|pcos|fibroid\w*|gallbladder|gallstone\w*|ulcer\w*|reflux|gerd|hiv|transplant\w*|surgery|operation|operated|anesthe\w*|anaemi\w*|anemi\w*|celiac|coeliac|adhd|autis\w*|bipolar|schizo\w*|ocd|ptsd|migraine\w*|chronic|autoimmune|immune system|immunocomprom\w*|rheumati\w*|\w*arthritis|illness|sickness|high pressure|fibromyalgia|neuropath\w*|glaucoma|prostate|menopaus\w*|perimenopaus\w*|histamine|long covid|hemophil\w*|haemophil\w*|clotting|thrombosis|dvt|stroke|biopsy|diagnos\w*|disease|disorder|syndrome|patient|nieren\w*|krank\w*|hipotiroid\w*)\b/,
  ihave:
    /\b(?:i(?:'ve| have| had| got|'m| am)|my|for my|with my|diagnosed|suffer\w*|living with|history of|recover\w*|survivor)\b/,
  symptom:
    /\b(?:pain\w*|ache\w*|aching|hurts?|hurting|headach\w*|nause\w*|vomit\w*|throw\w* up|threw up|puk\w*|dizz\w*|fever\w*|rash\w*|itch\w*|cramp\w*|diarrh\w*|constipat\w*|bloat\w*|palpitation\w*|heart (?:is )?(?:rac\w*|pound\w*|flutter\w*|skipp\w*)|fatigue\w*|tired all|exhaust\w*|tingl\w*|numb\w*|hair (?:loss|falling)|losing hair|lump\w*|mole|discharge|burning|yellow (?:skin|eyes)|jaundice|dark urine|urine|pee|stool\w*|sweat\w*|shaky|(?:i(?:'| a)?m|he's|she's|hands?|body|keeps?|can't stop) (?:are |is )?shaking|shakes? all|trembl\w*|twitching|spots|acne|sore throat|cough\w*|ringing|blurry|stomach|belly|symptom\w*|period (?:is |came )?(?:late|early)|bauchweh|schmerz\w*|ausschlag|dolor|erbroch\w*|durchfall|ubelkeit|coffee grounds|period (?:came|is)|diarrea|mareo\w*)\b/,
  whatisit:
    /\b(?:do i have|what am i (?:lacking|missing|short of)|could (?:it|this|i) (?:be|have)|what(?:'s| is) wrong|is (?:it|this) (?:normal|serious|bad|dangerous)|what (?:could|does|do) (?:it|this|that|you think)|should i (?:worry|be worried|see)|am i|sign of|signs of|symptoms? of|what causes|why (?:is|are|do|does) my|tell (?:me )?(?:if|from)|deficien\w*|diagnos\w*|infection|what does (?:a|an|my) \S+ (?:of|at) [\d.]+ mean|mean for me)\b/,
  lab: /\b(?:blood (?:test|work|results?|panel|sugar)|lab (?:result|value|report)\w*|ferritin|tsh|alt\b|ast\b|a1c|hba1c|ldl|hdl|triglycerid\w*|vitamin d (?:level|of|is|at)|creatinine|egfr|results? (?:came|are|show|say)|levels? (?:is|are|of|at|came)|over \d{2}\b|scan|mri|x.?ray)\b/,
  reaction:
    /\b(?:since (?:i|he|she) (?:start\w*|began|take|took|use\w*|tried)|ever since|after starting|since the|since your|seit (?:dem|der|ich)|desde que|left (?:blisters|marks|a rash|me with)|me salio|after (?:taking|using|drinking|eating|the (?:second|first|third)|your|the)|side.?effect\w*|reaction|made me|gave me|broke out|every time i (?:take|drink|use)|from (?:the|your) (?:capsules|tablets|tea|powder|drops|gummies|cream|product)|adverse|nebenwirkung\w*|sento mal)\b/,
  eating:
    /\b(?:anorexi\w*|bulimi\w*|bing\w*|purg\w*|eating disorder|laxative\w*|fasting|fast for|water fast|starv\w*|not eat(?:en|ing)?|haven't eaten|skip(?:ping)? (?:every )?meals?|make myself (?:sick|throw)|fat(?:ter)? and|hate my body|disgust\w*|bmi|underweight|thin(?:ner)?|lowest calor\w*|how few calor\w*|suppress\w* (?:my )?(?:hunger|appetite)|guilt\w*|restrict\w*|calorie deficit|goal weight)\b/,
  mood: /\b(?:depress\w*|anxi\w*|panic\w*|hopeless|lonely|alone|sad\w*|crying|cry all|can't stop crying|burn(?:ed|t) out|burnout|numb inside|feel empty|joyless|ganas de nada|antrieb\w*|breakdown|mental\w*|therap\w*|psychiatr\w*|trauma\w*|grief|griev\w*|mood swings|insomnia|haven't slept|can't sleep|stress\w*|addict\w*|drinking (?:every|too much)|sober|relaps\w*|voices|paranoi\w*|traurig|antriebslos|ansiedad|deprim\w*|feel(?:ing)? (?:nothing|low|down|hopeless|worthless))\b/,
  logistics:
    /\b(?:order\w*|deliver\w*|ship\w*|parcel|package|refund\w*|return\w*|invoice|payment|card|account|login|password|address|track\w*|subscri\w*|discount|code|coupon|price\w*|cost\w*|sale|stock\w*|wholesale|voucher|gift|event|ticket\w*|workshop|parking|open\w*|clos\w*|website|checkout|sku|box|size|flavou?r\w*|taste\w*|packaging|recycl\w*|vegan|gluten|ingredient\w*|newsletter|review\w*|points|address|street|avenue|road|shop|store|street)\b/,
  figurative:
    /\b(?:lol|haha\w*|lmao|rofl|joke|kidding|literally|obsessed|to try|of laughter|laughing|deadline|hilarious|figuratively|killer (?:workout|deal|leg|playlist|app|recipe)|dying to|to die for|over my dead body|drop.?dead gorgeous|dead (?:serious|tired|stock|link|line|lift\w*)|deadlift\w*|killing (?:it|me with)|kills? (?:me|my vibe)|shot of|bomb|sick (?:deal|beat|new|design|colou?rs?)|heart.?breaking|broke my heart)\b/,
  body: /\b(?:head|face|cheeks?|eyes?|ears?|nose|mouth|jaw|gums?|neck|throat|scalp|skin|shoulders?|arms?|elbows?|wrists?|hands?|fingers?|back|belly|tummy|stomach|guts?|bowels?|hips?|legs?|thighs?|knees?|calf|ankles?|feet|foot|toes?|nails?|breasts?|kopf|gesicht|haut|bauch|arm|bein|hals|cabeza|cara|piel|brazo|pierna)\b/,
  sore: /\b(?:burn(?:s|ed|t|ing)?|blister\w*|peel(?:s|ed|ing)?|itch\w*|sting(?:s|ing)?|stung|raw|red|inflamed|irritat\w*|flak(?:y|es|ing)|sore|rash|welts?|bumps|breakouts?|juckt|brennt|gerotet|pica|quema|enrojec\w*|sarpullido)\b/,
  aid: /\b(?:ambulance|911|999|112|emergency|hospital|er\b|a ?& ?e|poison control|paramedics?|notarzt|krankenwagen|ambulancia|urgencias)\b/,
  resolve:
    /\b(?:made up my mind|i've decided|i have decided|have a plan|on purpose|by my own (?:choice|hand)|no one can stop|nobody can stop|nothing can (?:stop|change)|only thing (?:stopping|keeping)|be dead|won't be around|be gone|after i'm gone|when i'm gone|do it (?:tonight|today|now|after)|tell (?:my|them|her|him) .{0,30}(?:love|sorry|fault)|last (?:time|thing) i(?:'ll| will)|sleep forever|stay asleep|never wake|not wake|don't wake|stop existing|mache? (?:heute )?schluss|nicht mehr aufwachen|etwas an(?:zu)?tun|umzubringen|seguir viviendo|no quiero vivir)\b/,
  threat:
    /\b(?:outside with|at my door|get(?:ting)? into my (?:flat|house|home)|locked me|follow(?:s|ing) me|won't let me (?:go|leave)|weapon|gun|knife|bedroht|amenaza\w*)\b/,
  price:
    /[$€£]\s?\d|\b\d+(?:[.,]\d+)? ?(?:dollars?|euros?|pounds?|usd|eur|gbp|percent)\b|\b(?:how much (?:is|are|does|do)|what does .{0,40}cost|cheap\w*|expensive|kostet|preis|cuesta|precio)\b/,
  shopq:
    /^\W*(?:which|what(?:'s| is| are)? (?:the|size|colou?r|time|form|kind)|where|when|who|how (?:much|many|long|big|heavy|do i|often|late)|do you|does (?:it|the)|is (?:it|the|there)|are (?:the|there|you)|can i (?:return|pay|get|use|order|collect|buy|book|freeze|have a)|gibt es|habt ihr|was kostet|tienen|hay)\b/,
  item: /\b(?:tea|capsules?|powder|cream|balm|oil|drops|gumm(?:y|ies)|bars?|shakes?|tablets?|collagen|protein|magnesium|vitamins?|salts?|lotion|soap|candle|mug|mat|bottle|jar|tub|tin|pouch|kit|set|bundle|blend|bag|sachets?)\b/,
  bodypart:
    /\b(?:my|his|her|their) (?:\w+ )?(?:head|face|eyes?|mouth|jaw|neck|throat|scalp|skin|arms?|hands?|back|belly|tummy|stomach|legs?|knees?|feet|foot|nails?|breasts?|heart|lungs?|hair)\b/,
  animal:
    /\b(?:dog|dogs|cat|cats|puppy|kitten|horse|hamster|rabbit|pet|pets|hund|katze|perro|gato|parrot|guinea pig)\b/,
  thing:
    /\b(?:phone|laptop|battery|app|website|page|link|code|car|printer|router|server|screen|bottle pump|lid|plant|garden|lawn|book|film|movie|song|podcast|article|charity|fundrais\w*|team|band|game|poster|essay|thesis|novel)\b/,
  somebody:
    /\b(?:my|our|a) (?:\w+ )?(?:friend|husband|wife|partner|boyfriend|girlfriend|son|daughter|kid|child|baby|toddler|mum|mom|mother|dad|father|sister|brother|gran\w*|colleague|roommate|flatmate|neighbou?r|client|uncle|aunt|cousin|student)\b|\b(?:he|she)(?:'s)?\b/,
  future:
    /\b(?:tomorrow|by (?:the )?weekend|next (?:week|month)|after friday|friday|anymore|any more|forever|for good|soon)\b/,
  canitake:
    /\b(?:can|may|should|could|is it (?:ok|okay|safe|fine|alright|allowed)|ok(?:ay)? to|safe (?:to|for|with|if|while|during)|allowed|suitable|right for|darf|puedo|puede)\b/,
  cure: /\b(?:cure\w*|heal\w*|treat\w*|help(?:s)? (?:with|for|my)|good for|remedy|natural (?:alternative|cure)|lower\w*|bring\w* down|get rid|shrink|reverse|against|relief|anything for|something for)\b/,
};
const NAMES = Object.keys(CLASSES);

/** Pairs of these say more than each alone. */
const PAIRED = new Set(NAMES.filter((name) => name !== 'ihave' && name !== 'canitake'));

/** Words that say how somebody writes rather than of what: alone they tell nothing about safety. */
const PLAIN = new Set(
  'a an the and or but if so then than that this these those there of at by for from in into on onto to with as up # der die das den dem ein eine und oder el la lo un una y o de en con por'.split(
    ' ',
  ),
);

const DANGERS = new Set(
  'die selfharm hopeless method chest stroke breath swelling collapse bleed ingest toomuch poison violence movement resolve threat aid heavy'
    .split(' ')
    .map((name) => `c:${name}`),
);
const MATTERS_OF_HEALTH = new Set(
  'pregnant drug withdrug dose condition symptom lab reaction eating mood child minorage sore body bodypart cure'
    .split(' ')
    .map((name) => `c:${name}`),
);

/** Whether a message with these features holds a word of danger, in whatever sense. */
export function speaksOfDanger(features: readonly string[]): boolean {
  return features.some((name) => DANGERS.has(name));
}

/** Whether it holds a word of health, body or danger. */
export function speaksOfHealth(features: readonly string[]): boolean {
  return features.some((name) => DANGERS.has(name) || MATTERS_OF_HEALTH.has(name));
}

/** What a message shows: its words, pairs of neighbours, the classes it speaks of and their pairs. */
export function safetyFeatures(text: string): string[] {
  const folded = foldText(text).replaceAll('’', "'").slice(0, 4_000);
  const features = new Set<string>(['base']);
  const present = NAMES.filter((name) => CLASSES[name]?.test(folded));
  for (const name of present) features.add(`c:${name}`);
  for (const [index, one] of present.entries()) {
    for (const other of present.slice(index + 1)) {
      if (PAIRED.has(one) || PAIRED.has(other)) features.add(`c:${one}+${other}`);
    }
  }
  if (present.length === 0) features.add('c:none');
  const words = (folded.match(/[\p{L}']+|\d+/gu) ?? []).map((word) =>
    /^\d+$/.test(word) ? '#' : stemOf(word.replaceAll("'", '')),
  );
  for (const [index, word] of words.entries()) {
    const isPlain = PLAIN.has(word);
    if (!isPlain) features.add(`w:${word}`);
    const next = words[index + 1];
    if (next !== undefined && !(isPlain && PLAIN.has(next))) features.add(`b:${word} ${next}`);
  }
  return [...features];
}
