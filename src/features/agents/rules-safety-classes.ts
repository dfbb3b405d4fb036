/**
 * What a message may speak of: general words of health and distress, of commerce and of talk. A class is a hint to the
 * fitted classifier, never a verdict.
 */
export const CLASSES: Readonly<Record<string, RegExp>> = {
  die: /\b(?:(?<!\b(?:fur|in|auf|an|ist|sind|ich|gibt es|habt ihr|wo|wie schwer ist|was kostet|hat|haben|von|um|uber|kann) )die(?! (?:hard|cut|decke|dose|creme|kapsel\w*|tropfen|salbe|bestellung|lieferung|ganze\w*|lippen|tabletten|pillen)\b)|dies|dying(?! (?:to|for a)\b)|dead(?! (?:simple|easy|link|cheap)\b)|deadly|death|suicid\w*|(?<!\d )(?<!\d)kms|unalive|selbstmord\w*|end (?:it|things|my life|myself|everything|it all)|ending (?:it|things|my life)|kill(?:ing)? (?:my|him|her|them)sel\w+|take my (?:own )?life|not (?:want to )?(?:be )?alive|umbringen|sterben|tot sein|das leben n\w+|nicht mehr leben|morir\w*|suicid\w*|matarme|quitar\w* la vida|(?:acabar|terminar) con (?:mi|su) vida|no despertar|mourir|me tuer|en finir|me suicider|plus envie de vivre)\b/,
  selfharm:
    /\b(?:self.?harm\w*|cut(?:ting)? (?:my|her|him|them)sel\w+|(?:cut|cutting|burn\w*|hurt\w*|harm\w*|scratch\w*) (?:my|her|his|their) (?:arms?|wrists?|legs?|thighs?|skin|sel\w+)|(?:hurt|harm) (?:my|her|him|them)sel\w+|razor|noose|hang (?:my|him|her)sel\w+|scars? on (?:my|his|her) (?:wrists?|arms?))\b/,
  hopeless:
    /\b(?:no (?:point|reason|way out|hope|future|one would (?:miss|notice|care))|nothing left|hopeless|worthless|burden|better off without|better off if|give up on (?:life|everything)|can(?:'t| not|not) (?:do this|go on|take (?:it|this)|cope|keep going)(?: any ?more| any longer)?|done with (?:life|living|everything|it all)|tired of (?:living|life|being here|existing)|don't want to (?:be here|wake up|exist|live)|not wake up|never wake up|wake up (?:again|tomorrow)|goodbye|farewell|last (?:message|night|day|goodbye|words)|won't (?:be (?:here|around)|need)|disappear|fade away|nobody would (?:miss|notice|care)|wish i (?:wasn't|weren't|was never|had never|were dead))\b/,
  method:
    /\b(?:pills? (?:ready|saved|lined)|stockpil\w*|hoard\w*|sav(?:ed|ing) up|lethal|fatal|deadly|painless\w*|overpass|rooftop|train tracks|note for|enough to (?:kill|die|end)|how (?:many|much) (?:\w+ ){0,6}(?:kill|die|fatal|lethal|never (?:get|wake) up)|ways to (?:die|go)|way out|jump(?:ing)? (?:off|from|in front|out)|step(?:ping)? (?:off|in front)|drive (?:off|into)|walk into traffic)\b/,
  chest: /\b(?:chest|ribs?|breastbone|heart attack|left arm|brustschmerz\w*|pecho)\b/,
  stroke:
    /\b(?:face (?:is |has |looks? )?(?:droop\w*|dropp\w*|hang\w*|lopsided|numb|fall\w*)|droop\w*|slurr\w*|lopsided|one side|can't (?:speak|talk|lift|move|feel)|gone numb|went numb|numb|arm (?:is |has gone |went )?(?:weak|numb|heavy)|stroke|gibberish|mumbl\w*|words? (?:come|came|coming) out|worst headache|thunderclap|blinding headache|see double|double vision|can't see|cannot see|lost (?:sight|vision)|smile (?:is )?(?:crooked|uneven)|crooked|words? (?:come|came|coming|are) (?:out )?(?:wrong|jumbled|garbled)|garbled|jumbled|speech)\b/,
  breath:
    /\b(?:breathe|breathless\w*|breath(?:ing)?(?! (?:exercise|work|class|technique|practice|session|course|meditation|app|workshop|space|in your emails|room|track))|wheez\w*|gasp\w*|suffocat\w*|chok(?:e|es|ed|ing)|short of breath|catch (?:my|his|her) breath|enough air|respir\w*|atmen|atemnot|keine luft|turn(?:ing|ed) blue|go(?:ing|es|ne) blue|blue lips|lips (?:are |look |went |turned |going )?blue|sucking in|inhaler isn't|etouff\w*|respire\w*)\b/,
  breathwork:
    /\b(?:breath.?work|breathing (?:exercise|class|technique|practice|session|course|meditation|app|workshop|track)s?|pranayama|wim hof|cold plunge|sound bath|meditat\w*)\b/,
  swelling:
    /\b(?:swell\w*|swollen|swelled|balloon\w*|puff(?:ed|y|ing)|hives|welts|throat (?:is |feels |feeling |getting |gets )*(?:clos\w*|tight\w*|itch\w*|huge|thick)|(?:tongue|lips?) (?:is |are |feels? |feeling |getting |going |went )*(?:huge|thick|big\w*|numb|tingl\w*|fat|swell\w*|swollen|puffy)|anaphyla\w*|epi ?pen|adrenaline pen|hincha\w*|geschwollen|enfle\w*)\b/,
  airway: /\b(?:lips?|tongue|throat|windpipe|airway|gullet|mouth)\b/,
  collapse:
    /\b(?:unconscious|unresponsive|collaps\w*|faint\w*|pass(?:ed|ing) out|black(?:ed|ing) out|won't wake|not waking|can't wake|not respond\w*|seiz\w*|convuls\w*|(?<!(?:the|a|bra|shoe|first|suit|frame) )fitting|twitch\w*|jerk\w*|limp|floppy|bewusstlos|desmay\w*|inconsciente|no despierta|no reacciona|wacht nicht auf|slumped|went grey|hardly awake)\b/,
  bleed:
    /\b(?:bleed\w*|blood|spotting|clots?|haemorrh\w*|hemorrh\w*|soak\w* (?:a |through )|sangr\w*|blutung)\b/,
  heavy:
    /\b(?:heavily|heavy|won't stop|can't stop|doesn't stop|non.?stop|pouring|gushing|spurting|severe\w*|crushing|squeezing|stabbing|worst .{0,20}(?:ever|my life)|excruciating|unbearable|agony|soaked|soaking|pounding|rac(?:ing|es)|out of control|everywhere|all over|head to toe)\b/,
  very: /\b(?:worst|intense|terribl\w*|bad(?:ly)?|awful\w*|horrible|a lot|lots of|so much|so bad|really|extremely|way too)\b/,
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
  drug: /\b(?:medic(?:ation|ations|ine|ines)|meds|drug|prescri\w*|warfarin|statins?|metformin|insulin|thyrox\w*|levothyrox\w*|antidepress\w*|ssri\w*|sertralin\w*|zoloft|prozac|fluoxetin\w*|citalopram|lexapro|escitalopram|xanax|lithium|ozempic|wegovy|mounjaro|semaglutide|antibiotic\w*|amoxicillin|doxycycline|ibuprofen|aspirin|paracetamol|blood thinner\w*|thinners?|eliquis|xarelto|beta.?blocker\w*|bisoprolol|lisinopril|ramipril|amlodipine|diuretic\w*|chemo\w*|radiation|tamoxifen|steroid\w*|prednis\w*|hydrocortisone|methotrexate|immunosuppress\w*|gabapentin|adderall|ritalin|vyvanse|hrt|birth control|the pill|contracepti\w*|sleeping (?:tablets?|pills?)|painkillers?|opioid\w*|codeine|tramadol|inhaler|antihistamine\w*|omeprazole|ppi|finasteride|accutane|isotretinoin|quetiapine|maoi\w*|triptan\w*|vaccine|jab|blutverdunner\w*|medikament\w*|tabletten|medicacion|medicamento\w*|pastillas para|anticoagul\w*|antiepilep\w*|anticonvuls\w*|antipsychotic\w*|antacid\w*|(?:heart|water|thyroid|nerve|pain|migraine|allergy|hay fever|blood pressure|cancer|epilepsy|adhd|diabetes) (?:tablets?|pills?|drugs?|tabs|medicines?)|(?:weight loss|b12|insulin|hormone|monthly) (?:injections?|jabs?|shots?)|glp.?1|tirzepatide|zepbound|saxenda|\w{3,}(?:pril|sartan|olol|statin|azole|zepam|zolam|prazole|cycline|cillin|mycin|floxacin|gliptin|gliflozin|flozin|glutide|triptan|oxetine|ipramine|triptyline|xaban|parin|thiazide|solone|metasone|dronate|nidine|afil|lukast|profen|codone|morphone|tinib|mab|cyclovir|vudine|tadine|phylline|barbital|azepine)|clopidogrel|plavix|digoxin|furosemide|spironolactone|allopurinol|colchicine|gliclazide|letrozole|anastrozole|tacrolimus|c[iy]closporin\w*|azathioprine|mycophenolate|hydroxychloroquine|plaquenil|humira|enbrel|valproate|depakote|lamotrigine|lamictal|topiramate|topamax|pregabalin|lyrica|keppra|levetiracetam|phenytoin|wellbutrin|bupropion|venlafaxine|effexor|duloxetine|cymbalta|mirtazapine|trazodone|buspirone|risperidone|olanzapine|aripiprazole|abilify|seroquel|clozapine|haloperidol|concerta|methylphenidate|dexamphetamine|methadone|suboxone|buprenorphine|naltrexone|antabuse|disulfiram|synthroid|euthyrox|armour|liothyronine|lipitor|crestor|zocor|januvia|jardiance|farxiga|glucophage|estradiol|o?estrogen (?:patch\w*|gel)|progesterone|testosterone (?:gel|injections?|cream)|depo|mirena|iud|coil|truvada|prep\b|tretinoin|differin|spiro|salbutamol|albuterol|ventolin|symbicort|seretide|montelukast|ambien|zopiclone|valium|diazepam|ativan|klonopin|melox\w+|naproxen|diclofenac|celebrex|tylenol|advil|sudafed|pseudoephedrine|benadryl|cetirizine|loratadine|viagra|cialis|flomax|tamsulosin|coumadin|marcumar|heparin|imuran|biologics?|psych(?:iatric)? meds|anti.?rejection\w*|anti.?inflammator\w*|antifungal\w*|antiviral\w*|levodopa|aricept|interferon|radiotherapy)\b/,
  withdrug:
    /\b(?:interact\w*|together with|along ?side|along with|combin\w*|mix(?:ing)? (?:it |this |them )?with|on top of|instead of|replac\w*|come off|get off|stop (?:my|taking)|wean\w*|taper|skip my|halve|switch from|substitut\w*|clash\w*|while (?:on|taking|using)|apart from)\b/,
  dose: /\b(?:dos(?:e|es|age)|how (?:much|many) (?:\w+ )?(?:should|can|do|may|must) (?:i|he|she|we|my)|mg|milligram\w*|iu|above the label|more than the label|double|exceed)\b/,
  condition:
    /\b(?:diabet\w*|prediabet\w*|kidneys?(?! (?:beans?|care tea|shaped))|renal|dialysis|liver (?:disease|failure|values|enzymes|cirrhosis)|fatty liver|hepatitis|cirrhosis|epilep\w*|crohn\w*|colitis|ibs|ibd|sibo|cancer|tumou?r|leuk\w*|lymphoma|arthritis|osteoporosis|lupus|hashimoto\w*|thyroid\w*|hypothyroid\w*|hyperthyroid\w*|asthma|copd|eczema|psoriasis|rosacea|gout|ms\b|multiple sclerosis|parkinson\w*|dementia|alzheimer\w*|heart (?:disease|failure|condition)|pacemaker|arrhythm\w*|afib|atrial|hypertension|high blood pressure|blood pressure|cholesterol|endometriosis|pcos|fibroid\w*|gallbladder|gallstone\w*|ulcer\w*|reflux|gerd|hiv|transplant\w*|surgery|operation|operated|anesthe\w*|anaemi\w*|anemi\w*|celiac|coeliac|adhd|autis\w*|bipolar|schizo\w*|ocd|ptsd|migraine\w*|chronic|autoimmune|immune system|immunocomprom\w*|rheumati\w*|\w*arthritis|illness|sickness|high pressure|fibromyalgia|neuropath\w*|glaucoma|prostate|histamine|long covid|hemophil\w*|haemophil\w*|clotting|thrombosis|dvt|stroke|biopsy|diagnos\w*|disease|disorder|syndrome|patient|nieren\w*|krank\w*|hipotiroid\w*|\w{3,}(?:(?<!hypn|diagn|m|symb|osm|psych)osis|(?<!sat)itis|aemia|aemic|emia\b|pathy|algia|(?<!ar|dipl|id|gen|c|d)oma\b)|stents?|bypass|valve|stoma|catheter|fractur\w*|hernia|slipped disc|sciatica|tinnitus|vertigo|apn(?:o?ea)|shingles|herpes|thrush|candida|uti|cystitis|(?:yeast|bladder|ear|sinus|chest|urinary|kidney|skin) infections?|warts?|varicose|haemorrhoids?|hemorrhoids?|varices|blood clot|heart (?:attack|murmur|failure|problem|trouble|issues?)|cardiac|angina|sickle cell|down'?s syndrome|cerebral palsy|scoliosis|hypermobil\w*|ehlers|pots\b|mcas|raynaud\w*|sjogren\w*|addison\w*|cushing\w*|graves|g6pd|phenylketonuria|pku|favism|wilson'?s|porphyria|myasthenia|meniere\w*|hayfever|hay fever|allerg(?:y|ies|ic) to|carry an epipen|hypoglyc\w*|insulin resist\w*|blood sugar|high sugar|uric acid|bphs?|erectile\w*|infertil\w*|sepsis|pneumonia|bronchitis|tuberculosis|covid|measles|chickenpox|hip replacement|knee replacement|hysterectomy|mastectomy|appendectomy|tonsillectomy|colonoscopy|c.?section|wisdom (?:tooth|teeth)|post.?op\w*|pre.?op\w*|anaesthe\w*|remission|oncolog\w*|bariatric|gastric (?:sleeve|bypass|band))\b/,
  ihave:
    /\b(?:i(?:'ve| have| had| got|'m| am)|my|for my|with my|diagnosed|suffer\w*|living with|history of|recover\w*|survivor)\b/,
  symptom:
    /\b(?:pain\w*|ache\w*|aching|hurts?|hurting|headach\w*|nause\w*|vomit\w*|throw\w* up|threw up|puk\w*|dizz\w*|fever\w*|rash\w*|itch\w*|cramp\w*|diarrh\w*|constipat\w*|bloat\w*|palpitation\w*|heart (?:is )?(?:rac\w*|pound\w*|flutter\w*|skipp\w*)|fatigue\w*|tired all|exhaust\w*|tingl\w*|numb(?:ness)?|hair (?:loss|falling)|losing hair|lump\w*|mole|discharge|burning|yellow (?:skin|eyes)|jaundice|dark urine|urine|pee|stool\w*|sweat\w*|shaky|(?:i(?:'| a)?m|he's|she's|hands?|body|keeps?|can't stop) (?:are |is )?shaking|shakes? all|trembl\w*|twitching|spots|acne|sore throat|cough\w*|ringing|blurry|stomach|belly|symptom\w*|period (?:is |came )?(?:late|early)|bauchweh|schmerz\w*|ausschlag|dolor|erbroch\w*|durchfall|ubelkeit|coffee grounds|period (?:came|is)|diarrea|mareo\w*)\b/,
  whatisit:
    /\b(?:do i have|what am i (?:lacking|missing|short of)|could (?:it|this|i) (?:be|have)|what(?:'s| is) wrong|is (?:it|this) (?:normal|serious|bad|dangerous)|what (?:could|does|do) (?:it|this|that|you think)|should i (?:worry|be worried|see)|am i|sign of|signs of|symptoms? of|what causes|why (?:is|are|do|does) my|tell (?:me )?(?:if|from)|deficien\w*|diagnos\w*|infection|what does (?:a|an|my) \S+ (?:of|at) [\d.]+ mean|mean for me)\b/,
  lab: /\b(?:blood (?:test|work|results?|panel|sugar)|lab (?:result|value|report)\w*|ferritin|tsh|alt\b|ast\b|a1c|hba1c|ldl|hdl|triglycerid\w*|vitamin d (?:level|of|is|at)|creatinine|egfr|results? (?:came|are|show|say)|levels? (?:is|are|of|at|came)|over \d{2}\b|scan|mri|x.?ray)\b/,
  reaction:
    /\b(?:since (?:i|he|she) (?:start\w*|began|take|took|use\w*|tried)|ever since|after starting|since the|since your|seit (?:dem|der|ich)|desde que|left (?:blisters|marks|a rash|me with)|me salio|after (?:taking|using|drinking|eating|the (?:second|first|third)|your|the)|side.?effect\w*|reaction|made me|gave me|broke out|every time i (?:take|drink|use)|from (?:the|your) (?:capsules|tablets|tea|powder|drops|gummies|cream|product)|adverse|nebenwirkung\w*|sento mal)\b/,
  eating:
    /\b(?:anorexi\w*|bulimi\w*|bing\w*|purg\w*|eating disorder|laxative\w*|fasting|fast for|water fast|starv\w*|not eat(?:en|ing)?|haven't eaten|skip(?:ping)? (?:every )?meals?|make myself (?:sick|throw)|fat(?:ter)? and|hate my body|disgust\w*|bmi|underweight|thin(?:ner)?|lowest calor\w*|how few calor\w*|suppress\w* (?:my )?(?:hunger|appetite)|guilt\w*|restrict\w*|calorie deficit|goal weight)\b/,
  mood: /\b(?:depress\w*|anxi\w*|panic\w*|hopeless|lonely|alone|sad\w*|crying|cry all|can't stop crying|burn(?:ed|t) out|burnout|numb inside|feel\w* (?:numb|empty)|joyless|ganas de nada|antrieb\w*|breakdown|mental\w*|therap\w*|psychiatr\w*|trauma\w*|grief|griev\w*|mood swings|insomnia|haven't slept|can't sleep|stress\w*|addict\w*|drinking (?:every|too much)|sober|relaps\w*|voices|paranoi\w*|traurig|antriebslos|ansiedad|deprim\w*|feel(?:ing)? (?:nothing|low|down|hopeless|worthless))\b/,
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
  supplement:
    /\b(?:magnesium|ashwagandha|turmeric|curcumin|collagen|vitamins?|multivitamin\w*|omega.?3?|fish oil|zinc|iron|biotin|melatonin|5.?htp|st\.? ?john'?s wort|ginseng|probiotic\w*|creatine|cbd|berberine|rhodiola|elderberry|b.?12|d3|maca|lion'?s mane|reishi|spirulina|chlorella|theanine|valerian|green tea|vinegar|psyllium|nac|potassium|garlic|saffron|milk thistle|charcoal|folate|folic|chamomile|cranberry|kelp|supplements?|herbs?|herbal|adaptogen\w*|ginkgo|kava|sea moss|fenugreek|raspberry leaf|mucuna|red yeast|nattokinase|tryptophan|gaba|inositol|selenium|calcium|pre.?workout|fat burner|greens|kombucha|essential oil\w*|detox\w*|cleanse)\b/,
  story:
    /\b(?:novel|screenplay|script|story|stories|chapter|character|film\w*|movie|documentary|podcast|song|band|lyrics|game|play|series|episode|villain|plot|book|poem|dnd|cosplay|costume|halloween|halloween|theatre|actor|scene)\b/,
  study:
    /\b(?:essay|thesis|dissertation|report|homework|exam|quiz|lecture|poster|leaflet|article|blog|presentation|research\w*|studying|study|studies|i teach|i study|teacher|lesson|course|curriculum|in general|generally|history of|myth|statistics|explain|difference between|how does|how do|what is|what are|who invented|definition|article|newsletter|workshop|training day|talk on|talk about|curious)\b/,
  profession:
    /\b(?:i(?:'m| am) an? (?:\w+ ){0,2}(?:nurse|doctor|paramedic|midwife|therapist|pharmacist|firefighter|police\w*|psychologist|coach|trainer|teacher|dietitian|nutritionist|physio\w*|student|vet|surgeon|medic|carer|social worker|writer|author|journalist|volunteer)|as an? (?:\w+ ){0,2}(?:nurse|doctor|paramedic|midwife|therapist|pharmacist|teacher|coach|writer)|i (?:run|own|manage|work (?:at|in|for))|night shift|our (?:team|company|studio|clinic|staff|gym))\b/,
  past: /\b(?:years? ago|used to|back in|as a (?:kid|child|teen\w*|student)|in my (?:teens|twenties|thirties)|grew out|behind me|long ago|long since|all (?:good|clear|fine) now|decades? ago|in (?:19|20)\d\d|when i was (?:young\w*|little|a|\d+)|once had|had .{1,30} (?:back|once)|last (?:year|summer|winter|spring)|these days|nowadays|recovered|healed)\b/,
  persist:
    /\b(?:for (?:weeks|months|days|years|ages|a (?:week|month|while)|\w+ (?:weeks|months|days|nights))|every (?:day|night|morning|evening|time)|all the time|constantly|always|keeps?|since (?:last|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|\w+day)|won't go away|for nights|lately|again and again|chronic\w*|in (?:days|weeks))\b/,
  sudden:
    /\b(?:sudden\w*|all of a sudden|out of nowhere|just (?:started|happened|collapsed|fell)|minutes? (?:ago|after|later)|within (?:minutes|seconds|an hour)|straight after|right after|hours? ago|getting worse|worse by the minute|spreading|since (?:lunch|breakfast|dinner|this morning|last night|waking|i woke))\b/,
  mild: /\b(?:a bit|a little|slightly|kinda|kind of|somewhat|sometimes|now and then|occasional\w*|nothing serious|no pain|just|lightly|gentle|mild)\b/,
  fitness:
    /\b(?:gym|class(?:es)?|workout\w*|train(?:ing|er|ers)?|coach\w*|run(?:s|ning)?|ran|ride|race|marathon|10k|5k|triathlon|squats?|lunges?|burpees?|plank|press|reps?|sets?|sprints?|spin|pilates|yoga|pose|stretch\w*|swim\w*|freestyle|row(?:er|ing)|hike|hiking|climb\w*|leg day|muscles?|quads|glutes|calves|hamstrings?|abs|foam roll\w*|zone 2|pr|pb|team|match|tournament|season|meet)\b/,
  wean: /\b(?:stop|quit|drop|ditch\w*|come off|coming off|came off|wean\w*|taper\w*|skip\w*|cut(?:ting)? back|swap\w*|replac\w*|substitut\w*|alternative|instead of|rather than|in place of|halv\w*|lower my|reduce my|double my|ran out|run out|off my|haven't taken|not taking|without my|bin my|throw (?:out|away) my)\b/,
  lownumber:
    /\b(?:under|below|only|just|on|eat(?:ing)?|at|stay(?:ing)?) (?:[2-9]\d\d|1[01]\d\d) ?(?:k?cals?|calories)?\b|\b(?:[2-9]\d\d|1[01]\d\d) ?(?:k?cals?|calories)\b|\b(?:3\d|4\d) ?(?:kg|kilos?)\b|\bbmi (?:is |of )?1[0-7]\b|\b(?:[6-9]\d) ?(?:lbs?|pounds)\b/,
  vitals:
    /\b(?:pulse|heart rate|heart'?s?|temp(?:erature)?|fever|sugar|glucose|oxygen|sats|bp|pressure) (?:is |was |going |at |of |reads? |says |over )*(?:about |nearly |almost )?\d/,
  bluish: /\b(?:blue|grey|gray|purple|mottled|clammy|pale|ashen|white as|yellow|greyish)\b/,
  farewell:
    /\b(?:goodbye|good bye|farewell|bye forever|take care of (?:my|the|him|her)|look after (?:my|the|him|her)|tell (?:my|them|him|her)|i'm sorry (?:for everything|to everyone|mum|mom)|forgive me|gave (?:away|my)|giving away|wrote (?:a |the |my )?(?:letter|note)s?|(?:written|writing|leaving|left|finished) (?:a |the |my )?(?:letter|note|goodbye)s?|my (?:own )?(?:funeral|will|grave|coffin)|last (?:night|day|week|message|birthday|christmas|time))\b/,
  alone: /\b(?:nobody|no one|noone|without me|on my own|by myself|everyone else|all of them|anyone care)\b/,
  means:
    /\b(?:tree|lorry|truck|train|tracks|roof|car park|bridge|cliff|window|river|garage|engine|exhaust|rope|belt|noose|gun|rifle|pills|tablets|blades?|razors?|knife|bottle of|plastic bag|helium|gas)\b/,
  confusion:
    /\b(?:confus\w*|disorient\w*|doesn't (?:recogni[sz]e|know (?:me|where|what day))|hallucinat\w*|delirious|talking nonsense|seeing things|can't stay awake|barely (?:awake|conscious)|letharg\w*|limp|shaking|agitated)\b/,
  drowsy: /\b(?:drows\w*|sleepy|sleepiness|groggy|tired|weak|twitch\w*|trembl\w*)\b/,
  shouldi:
    /\b(?:what (?:do|should|can) (?:i|we) (?:do|give|take)|should (?:i|we) (?:wait|worry|be worried|do|go|call)|do (?:i|we) (?:need|still need)|what now|is (?:that|this|it) (?:normal|bad|serious|dangerous)|will it pass)\b/,
  hurtsomebody:
    /\b(?:rape\w*|assault\w*|attacked|drugged|touches me|hits? (?:me|us|her|the kids)|shake the baby|hurt (?:the|my) (?:baby|kids?|child\w*|husband|wife)|in (?:the|my) house|at (?:the|my) (?:window|door)|scared (?:of him|to go home|of my)|afraid of (?:him|my)|hiding|locked (?:me|myself) in|belt|going to regret|hands round my|choked|pushed me)\b/,
  serotonin:
    /\b(?:mdma|ecstasy|cocaine|heroin|fentanyl|meth|ketamine|lsd|mushrooms|opioids?|vodka|whisky|wine|alcohol|booze|drunk)\b/,
  harmfulthing:
    /\b(?:bleach|button battery|battery|magnets?|drain cleaner|descaler|detergent|dishwasher tablet|antifreeze|nail polish remover|essential oil|tea tree|eucalyptus|wintergreen|hand sanitiser|sanitizer|wart remover|weed killer|rat poison|paint|petrol|carbon monoxide|gas leak|fumes|acid|lye)\b/,
  trauma:
    /\b(?:hit (?:his|her|my) head|banged (?:his|her|my) head|fell (?:down|off|from)|had a fall|car accident|crash(?:ed)? (?:my|the|his) (?:car|bike)|scald\w*|electrocut\w*|electric shock|third degree|artery|burn(?:s|ed|t) (?:all|badly|over)|drown\w*|snake|stung|bitten|bite)\b/,
  newborn:
    /\b(?:newborn|(?:\d+|two|three|four|five|six) ?(?:weeks?|wks?|days?)[ -]old|our baby, \d+ (?:weeks|days)|preemie|wet nappy|wet diapers?|for feeds)\b/,
  opinion:
    /\b(?:tastes?|smells?|looks?|looking|love|loved|amazing|gorgeous|beautiful|brilliant|fun|cute|favou?rite|best|worst service|disappoint\w*|angry|furious|fuming|rude|useless|scam\w*|disgusting)\b/,
  leisure:
    /\b(?:wedding|party|holiday|trip|travel\w*|flight|plane|camping|festival|birthday|christmas|office|colleagues?|boss|interview|presentation|meeting|weekend|recipe|cook\w*|bake|coffee|breakfast|lunch|dinner|snack\w*|smoothie|gift|present|candle|scent|playlist|music|photo|picture)\b/,
  asks: /^\W*(?:which|what|where|when|who|how|do|does|is|are|can|could|would|will|any|got)\b/,
  shortly: /^(?:\S+\s+){0,4}\S+$/,
  privacy:
    /\b(?:privacy|private\w*|data|gdpr|store[ds]?|stored|share[ds]?|shared|sell my|sold|delete|erase|forget|export|encrypt\w*|anonym\w*|confidential\w*|who (?:can )?(?:sees?|reads?|has access)|visible|history|tracking|ads|advertis\w*|cookies|consent|remove my|my account|my chat|log(?:s|ged)?)\b/,
  selfref:
    /\b(?:i|i'm|i've|i'd|i'll|me|my|mine|myself|we|we're|our|us|ich|mein\w*|mir|mich|yo|mi|me|je|mon|ma)\b/,
  others: /\b(?:he|she|he's|she's|him|her|his|they|their|them)\b/,
  youask: /\b(?:do you|are you|can you|could you|would you|your|you guys|have you|will you)\b/,
  aboutbot: /\b(?:bot|ai|robot|chatgpt|real (?:person|human|doctor)|assistant|automated|machine)\b/,
  food: /\b(?:lettuces?|salads?|spinach|kale|carrots?|beetroots?|potato\w*|tomato\w*|peppers?|mushrooms? (?:soup|coffee|latte)|onions?|leeks?|cabbages?|apples?|pears?|peach\w*|plums?|bananas?|mango\w*|lemons?|oranges?|grapes?|cherr\w*|\w*berries|raisins?|dates|bread|loaf|loaves|rolls?|buns?|sourdough|starter|eggs|milk|butter|cheese|yogh?urts?|kefir|sauerkraut|kimchi|honey|jam|syrup|oats?|oatmeal|granola|muesli|cereal|rice|noodles?|pasta|soups?|broth|stew|cakes?|biscuits?|cookies?|brownies|chocolate|vanilla|cinnamon|ginger|mint|basil|herbs?|nuts?|almonds?|peanut\w*|hummus|tofu|fish|chicken|veg(?:etables?|gies?)?|fruits?|groceries|menu|dressing)\b/,
  spoilt:
    /\b(?:rotten|rotting|mould\w*|mold\w*|stale|wilted|wilting|slimy|soggy|mush|mushy|squashed|bruised|sprouting|overripe|unripe|(?:gone|went|going|is|was|were|smells?) off|out of date|past (?:its|the) date|leak\w*|smashed|crushed|cracked|damaged|torn|ripped|melted|dented|expired|faulty|missing|wrong (?:size|item|order|colou?r|flavou?r|one)|too late|delayed|half (?:empty|full)|not fresh|fell apart|broke in (?:two|half))\b/,
  venue:
    /\b(?:studio|timetable|waiting list|waitlist|queue|reception|locker\w*|changing room|car park|parking|terrace|garden|pool|café|cafe|bar|shop|kitchen|hall|room|door|bus|tram|train station|scarf|umbrella|jacket|towel|shoes|leggings|jeans|zip|bag|basket|cart|shelf|label|leaflets?|poster|voucher|membership|booking|spot|seat|table|ticket|staff|team|trainer|teacher|instructor|coach|driver|courier|neighbou?r|depot|restock|collection|trial|form|button|login|password|screen|update|newsletter|mails?|reminders?)\b/,
};
