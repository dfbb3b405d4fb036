import type { EscalationCategory } from './contract-chat.ts';

/** Words that leave no doubt, whatever else is written. The classifier may raise what they say, never lower it. */
export const CERTAIN: readonly [RegExp, EscalationCategory][] = [
  [
    /\b(?:kill(?:ing)? myself|end(?:ing)? my (?:own )?life|take my own life|want to die(?! (?:of|from|laugh|a (?:little|bit) inside))|wanna die(?! (?:of|from|laugh|a (?:little|bit) inside))|(?:don't|dont|do not|no longer) want to (?:live|be alive|exist)|my suicide|i(?:'| a)?m suicidal|feel(?:ing)? suicidal|suicide note|hang myself|mich umbringen|nicht mehr leben will|will nicht mehr leben|quiero morir\w*|suicidarme|no quiero vivir)\b/,
    'self_harm',
  ],
  [
    /\b(?:can(?:'t|not| not) breathe(?! a word| in (?:this|the|that|your) (?:mask|fabric|shirt|hoodie|costume))|(?:not|isn't|stopped) breathing|throat (?:is )?(?:closing|swelling)|(?:is|are|lies|found \w+(?: \w+)?) unconscious|having a (?:seizure|stroke|heart attack)|(?:going into|is in|in full|having) anaphyla\w+|vomiting blood|coughing up blood|bewusstlos|no puede respirar|no puedo respirar)\b/,
    'emergency',
  ],
  [
    /\b(?:(?:call|send|need|get) (?:me |us |him |her )?an ambulance|is this a heart attack|suicidgedanken|selbstmordgedanken)\b/,
    'emergency',
  ],
  [
    /^(?!.*\b(?:class|exam|textbook|glossary|label|lecture|term)\b).*\b(?:lethal|deadly|fatal) (?:dose|amount)|\benough (?:pills|tablets|capsules) to (?:die|kill)|\b(?:mich|sich|dich) (?:etwas an(?:zu)?tun|um(?:zu)?bringen)|\bnicht mehr (?:aufwachen|leben)|\bseguir viviendo|\b(?:dead|gone|not be here|won't be (?:here|around))\b.{0,40}\b(?:on purpose|by my own (?:choice|hand))|\b(?:never|not|don't) wake up (?:again|any ?more)|\b(?:pills|capsules|tablets)\b.{0,40}\bnever wake\b/,
    'self_harm',
  ],
  [
    /\b(?:won't|can't|doesn't|not|no) (?:wake up|waking up|despierta|reacciona)\b(?= ?(?:$|[.,!?]|and|after|properly|from|since|she|he))|\b(?:atemnot|bekommt keine luft|kriege? keine luft|wacht nicht auf)\b|\b(?:left|right|one) side (?:of (?:my|his|her) (?:face|body) )?(?:went|gone|has gone|is|goes) (?:weak|numb|limp|dead)\b|\b(?:face|mouth) (?:is |has |started )?(?:droop\w*|hanging on one side)\b|\b(?:skin|flesh) is coming off\b|\bcoffee grounds\b(?=.{0,20}(?:$|vomit|throw))(?<=(?:vomit\w*|throw\w* up|threw up|sick)\b.{0,30})|\brash\b.{0,30}\b(?:doesn't|does not|won't|not) (?:fade|go away under|disappear under)\b/,
    'emergency',
  ],
  [
    /\b(?:no|stopped|hasn't|haven't felt (?:a|the|him|her|any|baby))\b.{0,20}\b(?:kick(?:s|ing|ed)?|moving|moved|movements?)\b.{0,60}\b(?:weeks|pregnan\w*|all day|since)\b|\bwaters? (?:broke|have gone|has broken)\b/,
    'pregnancy',
  ],
  [
    /\b(?:child|kid|toddler|baby|son|daughter|grandson|granddaughter|twins|little one|(?:year|month)s?[ -]old|kleine|hijo|hija)\b.{0,30}\b(?:swallowed|drank|emptied|got (?:hold of|into|at)|chewed up|trago|geschluckt|verschluckt)\b.{0,50}\b(?:tablets?|pills?|pastillas|tabletten|drops|oil|gummies|capsules|bottle|jar|battery|magnet|cleaner|bleach|vitamins?)\b/,
    'overdose',
  ],
  [
    /\b(?:took|taken|swallowed|drank|ate) (?:the|a) whole (?:bottle|pack|box|jar|strip)\b(?!.{0,40}\b(?:refill|recipe|more of|another|delicious|reorder)\b)/,
    'overdose',
  ],
  // Somebody else who is about to do it, by whoever heard of it.
  [
    /\b(?:kill|hang|shoot|drown|stab) (?:him|her|them)sel(?:f|ves)\b(?! in the foot)|\b(?:abschiedsbrief|farewell letter)\b.{0,30}\b(?:geschrieben|hinterlassen|written|left)\b|\b(?:unalive|sewerslide)\b|\b(?:want to|going to|wanna|gonna) kms\b|\bgoodbye,? (?:cruel )?world\b/,
    'self_harm',
  ],
  [
    /\b(?:rope|noose)\b.{0,30}\b(?:ready|tied|already)\b.{0,40}\b(?:call|stop|tonight|goodbye|anyone)\b|\bgarage\b.{0,30}\bengine (?:on|running)\b|\bengine (?:on|running)\b.{0,30}\bgarage\b/,
    'self_harm',
  ],
  // Who has a weapon with them: no word of dying is needed. Sport, work, play and the stage speak of it otherwise.
  [
    /^(?!.*\b(?:range|club|hunt\w*|clays?|biathlon\w*|targets?|tournament|competition|season|stage|prop|play|rehearsal|museum|toy|cosplay|paintball|airsoft|squats?)\b).*(?:\b(?:sit|sits|sitting|sat|lie|lying|lay|stand|standing|stood|star(?:e|es|ed|ing)|hold|holding|held|alone|been|here)\b(?: \w+){0,3} (?:with|at|holding) (?:an?|my|the|this|his|her|our|dad's|grandad's)(?: (?!massage|glue|nerf|heat|water|spray|nail|paint|staple|starting|price|radar|tape)\w+){0,2} (?:pistol|revolver|handgun|sidearm|shotgun|rifle|gun|firearm|noose)s?\b|\b(?:pistol|revolver|handgun|sidearm|shotgun|rifle|(?<!(?:massage|glue|nerf|heat|water|spray|nail|paint|staple|price|radar|tape) )gun|firearm)\b.{0,15}\b(?:in my (?:hands?|lap|mouth)|on my (?:lap|knees?)|(?:to|against|at) my (?:head|temple|chest|heart|throat)|(?:beside|next to) me|is loaded)\b|\b(?:blade|knife|scalpel)\b.{0,10}\b(?:to|against|at|on) my (?:wrists?|throat|neck|veins?)\b)/,
    'self_harm',
  ],
  // The same in the languages that visitors most often write.
  [
    /\b(?:envie (?:de mourir|d'en finir)|(?:je veux|vais) (?:mourir|me tuer|me suicider)|me suicider|mettre fin a mes jours|plus envie de vivre|voglio (?:morire|farla finita|uccidermi)|non voglio (?:piu )?vivere|togliermi la vita|quero morrer|nao quero mais viver|me matar|acabar con (?:mi vida|todo)|quitar(?:me|se) la vida|mat(?:arme|arse)\b(?! de risa)|hart[oa] de vivir|se va a tirar del|wil (?:niet meer leven|dood)|zelfmoord|das leben nehmen|mit (?:dem|meinem) leben schluss|will sterben|sterben will|nicht mehr (?:da|hier) sein will)\b/,
    'self_harm',
  ],
  [
    /\b(?:schmerz\w*|stechen|druck|enge)\b.{0,25}\bbrust\b|\bbrust(?:schmerz\w*|enge)|\b(?:tut|tun)\b.{0,15}\bbrust weh\b|\b(?:me duele|dolor)\b.{0,20}\bpecho\b|\b(?:douleur|mal)\b.{0,20}\b(?:poitrine|au coeur)\b|\b(?:dolore|male)\b.{0,15}\bpetto\b|\bdor no peito\b/,
    'emergency',
  ],
  [
    /\b(?:hals|zunge|kehle) (?:schwillt|ist zu|geht zu|schnurt)|\b(?:cierra|hincha) (?:la|mi) (?:garganta|lengua)\b|\b(?:gorge|langue)\b.{0,15}\b(?:gonfle|serre)|\b(?:bekomme?|kriege?|krieg) (?:\w+ )?keine luft\b|\bno (?:puede|puedo|consigo) respirar\b|\b(?:n'arrive|ne peux|peut|arrive) (?:pas|plus) (?:a )?respirer\b|\bnon (?:riesco a |riesce a )?respir\w+|\blauft blau an\b/,
    'emergency',
  ],
  [
    /\b(?:gesicht|mundwinkel|arm) (?:hangt|ist gelahmt)\b|\bhalb(?:e|seite)\w* (?:gesicht|gelahmt)\b|\b(?:media|mitad de la) cara\b|\bcara (?:dormida|caida|torcida)\b|\b(?:bouche de travers|visage paralyse)\b|\b(?:ohnmachtig|reagiert nicht|krampfanfall|fieberkrampf|inconsciente|no (?:responde|reacciona)|se ha desmayado|sans connaissance|convulsion\w*|privo di sensi)\b/,
    'emergency',
  ],
  [
    /\b(?:blutet (?:sehr )?stark|blutet und blutet|hort nicht auf zu bluten|sangr\w* mucho|no (?:para|deja) de sangrar|saigne beaucoup)\b/,
    'emergency',
  ],
  [
    /\b(?:enfant|fils|fille|bebe|bambin\w|figli\w)\b.{0,30}\b(?:avale|bu|mange|ingoiat\w|bevuto|mangiato)\b.{0,40}\b(?:pilules?|gelules?|comprimes?|medicaments?|pastiglie|flacon|produit|pile)\b|\b(?:kind|sohn|tochter|baby|nin[oa]|hij[oa])\b.{0,30}\b(?:gegessen|getrunken|comio|tomo|bebio|se comio|se bebio)\b.{0,40}\b(?:tabletten|pillen|tropfen|pastillas|gotas|frasco|lejia)\b/,
    'overdose',
  ],
  [
    /\b(?:(?<!je )\d{2,}|alle|zwanzig|dreissig|ganze \w+|viel zu viele|zu viele) (?:\w+ ){0,3}(?:tabletten|pillen|kapseln|medikamente|ibuprofen|paracetamol|schlaftabletten) (?:\w+ ){0,2}(?:genommen|geschluckt|eingenommen)\b/,
    'overdose',
  ],
  [
    /\b(?:schlagt|bedroht|wurgt) mich\b|\bme (?:pega|golpea|amenaza con matar\w*)\b|\bil me (?:frappe|bat)\b|\bmi (?:picchia|minaccia)\b/,
    'violence',
  ],
  // What somebody sees or reads off.
  [
    /\b(?:throw\w*|threw|thrown|vomit\w*|bring\w*|brought|cough\w*) up (?:\w+ ){0,4}(?:blood|coffee grounds)\b|\bvomit is (?:bright |dark )?(?:red|black)\b|\bsee (?:the |my |his |her |a )?(?:bone|tendon)\b(?! (?:broth|colou?r))|\b(?:oxygen|sats|saturation|spo2)\b\D{0,25}\b(?:[5-7]\d|8[0-8])\b(?! ?(?:euros?|dollars?|pounds?|usd|eur))|\b(?:blood )?(?:sugar|glucose)\b\D{0,25}\b(?:[12]\.\d|[23]\d)\b(?![.,]?\d| ?g\b| ?(?:grams?|percent|%|euros?|dollars?))(?=.{0,60}\b(?:confus\w*|sweat\w*|shak\w*|faint\w*|doesn't|won't|fights?|wake)\b)|\b(?:pacemaker|defibrillator|icd)\b.{0,40}\b(?:shock\w*|fired|gone off|went off)\b/,
    'emergency',
  ],
  [
    /\b(?:raped|strangled|stabbed|choked me|put his hands (?:round|around) my (?:neck|throat))\b(?=.{0,40}\b(?:yesterday|last night|today|tonight|this morning|just|hour|hours)\b)|\b(?:husband|wife|boyfriend|girlfriend|partner|dad|mum|stepdad|ex|uncle|carer|he|she) (?:hits|beats|slaps|kicks|chokes|punches|strangled|touches) (?:me|us|the kids)\b(?! (?:at|in) (?:chess|tennis|cards|monopoly|every game))/,
    'violence',
  ],
];
