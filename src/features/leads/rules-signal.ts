import type { Phrases } from './rules-cues.ts';

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
  base: 'Where every post starts',
} as const;
export type Rule = keyof typeof RULES;

const RELATIVE =
  'friend|mate|mum|mom|mother|dad|father|husband|wife|partner|sister|brother|son|daughter|colleague|coworker|boss|neighbour|neighbor|flatmate|roommate|housemate|aunt|uncle|girlfriend|boyfriend|nan|gran|grandma|grandmother|grandad|cousin|kid|teenager|child|manager|teammate|bestie|hubby';

export const CUES: readonly Cue[] = [
  {
    key: 'recommend',
    rule: 'asks',
    phrases: `
anyone|anybody|someone|somebody|everyone|folks|people|you|u * recommend~|suggest~
recommend~|suggest~ me|us|a|an|some|any|your|one|something
recommendations|recs|suggestions|introductions|referrals|pointers|tips|names|votes welcome|please|pls|appreciated|gratefully|wanted|needed
recommendations|recs|suggestions|introductions|referrals|pointers|names|votes|ideas|favourites|favorites \\?
any|your|drop|open|love|need|want recommendations|recs|suggestions|pointers|favourites|favorites|ideas|tips
any good|decent * for|in|near
wen|wer|was|welche|welchen|welches * empfehl~|empfiehlt|empfehlen
empfehlung~ \\?|bitte|gesucht
tipp|tipps fur|bitte|\\?
hat jemand|wer|irgendwer * tipp|tipps|empfehlung|erfahrung~
recomend~ \\?
recomend~ * porfa|favor|gracias
alguna|algun|alguien|que|cual|cuales|quien * recomend~|aconsej~
se aceptan recomendaciones
quelle|quel|quels|qui * conseill~|recommand~
consigl~ \\?`,
  },
  {
    key: 'looking',
    rule: 'asks',
    phrases: `
looking|searching|hunting|shopping|seeking|asking for a|an|some|someone|somebody|something|anything|one|the|two|three|good|product|new|small|online|people|help|professional|another|more
looking|hoping|keen|trying to find|hire|buy|partner|source|book|join|order|see|meet|work
looking|talking to new|other|providers|alternatives
in search of
in the market for
on the hunt|lookout for
wanted –|—|-|.|!
am|im|were|we after a|an|something|someone
suche|suchen|gesucht|brauche|brauchen|benotige einen|eine|ein|jemanden|etwas|noch|online|was|dringend
suche|suchen|brauche
sucht regionale|einen|eine|neue|partner|lieferanten
busco|buscamos|necesito|necesitamos
je|nous cherche|cherchons|besoin
cerco|cerchiamo un|una|qualcuno
procuro|preciso um|uma|de`,
  },
  {
    key: 'who_sells',
    rule: 'asks',
    phrases: `
who makes|sells|does|runs|offers|teaches|stocks|delivers|coaches|trains|ships|supplies|brews|understands|actually|takes|has
who do|did|would|should|can|could you|u|i|we
who can|could i|we
who else? _? works|coaches|teaches|sells with|dads|parents|people
who helped you
where can|do|should|could|did|would i|we|you|u|people * buy|get|find|order|source|search|go|look
where to buy|get|find|order|source
which|what one|brand|brands|shop|one|ones|company|companies|provider|app|programme|program|course|coach|kind|kit|set|size * would|should|do|did|could i|we|you|u
which|what should|would|do|did i|we|you|u get|buy|choose|pick|order|try|use|reorder|take|book|hire|go|sign|trust
what should|would|can|could i|we buy|get|order|try|add|choose|pick|ask
what do|did you|u|yall|everyone take|buy|use|order|reorder|recommend
what|which works|worked for you
what|which * have you bought|tried|ordered|used
what are you|people buying|using|taking|ordering
is there a|an|any|anyone|anything|someone|something|one * that|who|which|paid|worth|better|reliable|for
is there anything|anyone|someone
are there any|companies|brands
does|do|did|has|have|can anyone|anybody|someone|somebody|any|you * know|used|worked|tried|use|got|have|do|deal|sell|made|bought
anyone|anybody got|know|knows|used|tried|do|done|have|here|selling|with|on
know a|any|of|someone|anyone good|decent|someone|a|any|an
who|anyone in my network|area
tell|show me what|where|which|who|your|how
point|steer|direct me|us
send|drop|share|dm|give me|us|your|links|link|a|names|over your|the|names|links|quotes|prices|price|terms|list|details|wholesale|recs
send|drop links|names|recs|prices|quotes
wo|wer|was bestellt|kauft|kaufe|bekomme|verkauft|nehmt|nutzt|kann
welche|welches|welchen|welcher * kauf~|bestell~|nehm~|nutzt|wieder
donde * comprar|compro|compr~|encontrar|encuentro
que|cual|cuales marca|programa|tienda|compr~|tomais|usais
quien trabaja|vende|hace|conoce
alguna|algun marca|programa|sitio|tienda|curso
conoc~ a|alguna|alguno|algun|una|un
ou acheter|trouver`,
  },
  {
    key: 'need_provider',
    rule: 'asks',
    phrases: `
i|we|really|just|desperately|also|gotta|and|studio|still need|want a|an|another|someone|somebody|some|something|two|three|new|help|structured|nutrition|professional|proper|#
^ need|needing|want a|an|another|someone|somebody|something|recommendations|to|#
need someone|somebody|help|advice|quotes|a
need * by|before|for friday|monday|tuesday|wednesday|thursday|saturday|sunday|weds|next|easter|christmas
id|would|i|we love|like to see|meet|add|try|find|hear|put|book|hire
id|would|we love|like * recommendations|names|someone|somebody|a
would|id rather|gladly|happily * pay|buy|take
want|wants|wanting to|my start|buy|order|book|sell|hire|find|try|pick|get|spend|put
someone|somebody|anyone|anybody|coach|teacher|trainer|practitioner|instructor|dietitian|nutritionist|therapist|physio who|that|with|qualified
help a|an|me * choose|decide|pick
help me|us choose|pick|decide|find|out
necesito|quiero|queremos|quisiera un|una|pedir|empezar|comprar|alguien|encontrar
mochte|will|wollen|wurde * bestellen|kaufen|buchen|testen
je|nous veux|voudrais|voulons`,
  },
  {
    key: 'invites',
    rule: 'invites',
    phrases: `
get in touch
write to me|us
talk to me|us
call me|us|my
dm me your|with|if
quote me|us
please quote|call|contact|write|apply
contact me|us
message|email me|us with|if|your|please
if you|u make|sell|run|deliver|brew|offer|do|work|know|can
proposals|quotes|offers|tenders by|welcome|please|in
in the comments or by
step in
team|partner|link up with
someone|somebody|people|companies|provider|coach|partner to partner|share|split|team|deliver|co
want to split|share|partner|team
i|we can not|cant deliver|do|offer in|it|that
bitte melden|meldet
escrib~|contact~ me|nos|conmigo`,
  },
  {
    key: 'pays',
    rule: 'pays',
    phrases: `
happy|willing|ready|glad|prepared|fine|keen|able|open|serious to|about|with pay|paying|spend|spending|buy|buying|subscribe|sign|book|invest
id|i|we|would|will|ill|wed|well|gladly|happily|rather pay|buy|subscribe|spend|order
i|we|would|will|ill|id gladly|happily|even|definitely|honestly pay|buy|spend|order
would|will|rather|gladly|happily pay|buy|order|spend|sign|subscribe
paid|paying is|options|are fine|ok|okay|good|no|of
paid please|of
of course paid
budget is|of|approved|set|signed|around|up|for|already|aside|and
my|our|a|the|small|with|have|got|wellbeing|student|her|his budget
budget \\?|,|.
board|finance approved
money on|for|set|aside|into|already
take|shut my money
purse|wallet|card out|in|open|ready
set|setting|saved|putting|put * aside|money
saved up for|and|a
$|£|€ available
money available|ready
invoice me
price is|no|does not|matters|doesnt
any price|money
costs|paid no problem
zahle|bezahle|zahlen|bezahlen gern|gerne|auch|dafur
darf * kosten
bereit zu|dafur
pago|pagar|pagaria sin|bien|encantad~|si|lo
importa pagar|el
prete|pret a payer
presupuesto de|ya|aprobado
sale|revenue or|share|commission
pay|paying|offer a? commission
allowance|stipend and|for|of|that|i
gives|pays|gave|covers me|us|half|for|$|£|#
days|hours|sessions|slots|it|a|the|them and|i have|got|put`,
  },
  {
    key: 'buying_now',
    rule: 'pays',
    phrases: `
buying|ordering|subscribing|booking|purchasing|paying today|tonight|tomorrow|now|this|whichever|my|the|it|in|one|either
buy|order|book|pay|sign|start|decide|choose * today|tonight|tomorrow|monday|weekend|week
i|we|ill|will * today|tonight|tomorrow order|buy|pay
about|going|ready|planning|plan|hoping|want|like|looking|ready to buy|order|subscribe|sign|book|purchase|hit|pay|place|choose|commit|hire|spend|put|take
cart|basket|checkout is|open|and|at|ready
my|the|in|full|friday cart|basket
checking|check out in|at|now|tonight
i check out
placing|place|place the|an|a|my|our order|trial
trial|bulk|first order
tab|tabs|finger open|on
spending|spend it this|on|by|before
paying in|tomorrow|today|tonight
before i|we commit|sign|buy|order|pay|book|choose
before signing|buying|ordering|committing|booking
decision|deciding on|by|monday|friday|this
payday tomorrow|friday|is|today
vote|votes now|here
talk me into|out
trial ends|ended|week
free trial * ends|ended|over|up
shop|store closes|is|closed
stock up
start on|by|before|next monday|the|january|week
by|before friday|monday|christmas|easter|weds|thursday|january
heute noch? * bestell~|kauf~
bestell~|kauf~ * heute|gleich|morgen|jetzt
diese woche buchen|bestellen|kaufen
hoy mismo
pedir|comprar|pedirlo|comprarlo|compro|compr~ * hoy|ya|manana
voy a comprar|pedir|contratar
quiero pedirlo|pedir|comprar|empezar
signing|sign us|up this|tomorrow|today
sign us|me up
need|want * by the|friday|monday|december|january|christmas`,
  },
  {
    key: 'money',
    rule: 'pays',
    phrases: `
# dollars|pounds|euros|euro|quid|bucks|usd|gbp|eur|k
# $|£|€
# a|an|per month|hour|session
$|£|€ #
price|priced|best|fair price|deal|prices
forty|fifty|sixty|ninety|hundred|thousand quid|dollars|pounds|euros
con precio
price|wholesale list`,
  },
  {
    key: 'quotes',
    rule: 'pays',
    phrases: `
quote|quotes me|please|in|by|from|and|needed|so|on|or
two|three|third|getting|got|get|want|wants|more|# quote|quotes|proposals|tenders|offers|wellbeing
minimum order|orders|orders
wholesale terms|list|please|source|prices|price|supplier

pedidos minimos
demos|demo next|booked|this
intro|discovery|first call|calls with
had * calls|call with
proposals|offers in
shortlist~
tender for|out
white label
ready to sign
want this signed
contract template`,
  },
  {
    key: 'compares',
    rule: 'compares',
    phrases: `
_ vs|versus _
comparing|compare|compared two|three|four|five|the|a|offers|options|plans|brands|platforms|suppliers|soy|different|consignment
torn|deciding|decide|choose|choosing|undecided|stuck between
down to two|2|three|3|my
narrowed it|them|down
which|either of the|or|these two
which and why
worth it|the|paying|extra|more
better one|option|alternative|deal|than
something better
keep it|paying or
or is there
or do|should|just i|we buy|get|go|order|the
or * \\?
or|vs the|a|just|online|capsules|tablets|six|twelve|#
subscription * worth|or
alternative|alternatives to|for|this|that
replacement for|,|same
replace it|them|with
what|which * instead
something|like * instead
talk me out|into
oder|o * \\?
vergleiche|vergleichen
dudo|comparando entre
entre un|una|dos * y
which is|one better|best|lasts
for the same price
anyone|anybody used either|both|them
experience|experiences|reviews with|of|\\?
erfahrung|erfahrungen|experiencias \\?`,
  },
  {
    key: 'dissatisfied',
    rule: 'dissatisfied',
    phrases: `
cancelled|canceled|cancelling|canceling today|my|it|.|because|the
ive|i|just|have cancelled|canceled
refund|refunded requested|is|it|on|me
sending|sent|send it|them back
returning it|them
went|gone up to|from|again|by
doubled|raised|hiked its|the|their|price|prices
changed|change the formula|recipe
discontinued|stopped making|out of stock
our|my|usual * closed|discontinued|cancelled|pulled|missed|changed|left|doubled|arrived
pulled|backed out
arrived broken|late|warm
never|missed the|arrived|third|delivery
not worth|useless|awful|rubbish|terrible|worse
paid|spent|bought|quid|pounds * for|on * useless|nothing|worse|basically|pdfs
paid|spent #|$|£|€|forty|fifty|sixty|ninety
disappointed
supplier|provider|partner * missed|cancelled|pulled|left|raised
down to my last
my|the last week|drop|bottle|bag of
last drop|scoop|capsule
kundigt|gekundigt|cancelad~
i cant|cannot renew
deserve better
taste|tastes of like? cardboard|chalk|metal|dust
teurer geworden
pay|paying|paid * for that`,
  },
  {
    key: 'needs',
    rule: 'needs',
    phrases: `
i|we|really|just|still|also need|want|wish|struggle|crave to|my|a|better|more|somebody|someone|it
im|i|we|am|were|been trying|struggling|fed|sick|tired|hoping|craving|desperate|lost|stuck|ready|determined to|up|of|with|,|.|by
trying to|for
^ trying|struggling|hoping|starting|working|determined|considering
i|we cant|cannot|can not|never|dont|refuse seem|keep|stick|go|sleep|find|get|do|to|want|have|focus|concentrate
i can not|t
id|i|we would|like|love|rather to|not|hear
i would rather not
rather not|avoid take|go|the
something has to change
muss sich|etwas andern
something has|needs
gotta find|start|do|get|try
have|need|time to do|come|find|start|change something|up
working out|on what|how|a
figure|figuring|work out
what to do|try first|next
my|our goal|problem|plan
promised myself|my
help me|us
so kann das nicht
no puedo mas|dormir|con
algo tiene que
quiero dejar|empezar|cambiar
seit wochen|monaten|tagen
llevo semanas|meses|dias|tres
we|i have to|decided
new year ,`,
  },
  {
    key: 'symptom',
    rule: 'needs',
    phrases: `
week|day|night|month|third|day|attempt #|one|two|three|four|five|six|seven|of|night
every month|week|night|day|evening|winter|single|morning|spring
for|since months|weeks|years|ages
since january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|monday|tuesday|wednesday|thursday|friday
still feel|feels|sore|awake|hungry
i feel|felt|noticed|ache|cough|wake|woke|sit
woke up at|with|and|,
hurts|hurt more|again|when|every|by
keeps|keep waking|hurting|happening|locking
my back|shoulder|skin|stomach|head|face|knee|knees|neck|hips|eyes|nose|gut|body|belly|shoulders is|are|locks|clicks|burns|hurts|runs|has|have|feels|makes|like|was|sounds
all day|night|the
noches|nachte|nights are|horribles|rough|rotas
stiff|sore|tired|exhausted|swollen|itchy|broken|dripping|streaming|rough since|neck|shoulder|,|.|again
i dread|can feel
diagnosed|told with|in|that|im|i
letter came|yesterday
test|tests|results|bloods|labs|scan|ultrasound says|say|came|back|are|is|done
came back at|with|and|,
doctor|gp|nurse|physio|therapist|midwife|dentist|doc said|says|told|spent|gave|circled|cleared|has|was
postpartum|pp|months|weeks old|pp
i|im|me|myself|were #|47|in
, # ,|.
# btw`,
  },
  {
    key: 'frustrated',
    rule: 'needs',
    phrases: `
nobody|no one tells|told|warned|teaches|who|understands me|you|us|that|writes
why is this|it so|such
every single|time|other|recipe|tip|advice|app|blog|video|diet|brand|supermarket|quit|week|fertility|winter
all the advice|videos|tips|stretching
i|we give|gave up
month|months|week|weeks wait|waiting
six|five|three|# months|month|weeks wait|long|waiting
list is
tired|fed|sick of|up
means nothing
gutted|embarrassed|exhausted
it|that was the one|only
cancelled|canceled the only
tried|quit|finished three|four|five|two|the|every|everything
ive tried|quit
turned out to be
none of|helps|works|of
more questions
left knowing|with
i dont have any|hate
same three|old`,
  },
  {
    key: 'undecided',
    rule: 'open',
    phrases: `
thinking|think about|of|hard|it|ordering|trying
considering
considering switching|it|a|changing
not decided|sure|convinced yet|on|if|it|whether|either
havent|not decided
on the fence
curious|wondering how|if|what|about|whether
trying to understand
before i|we even|buy|consider
just|gathering|collecting ideas|views|gathering|collecting|curious
keen to hear
starting|start|beginning to think|wonder
planning for|next
makes|making me think
uberlege|uberlegen
estoy|pienso pensando|en
ich uberlege
ive read both|that
keep reading
been reading
reading labels
 love to hear`,
  },
  {
    key: 'question_how',
    rule: 'question',
    phrases: `
^ how|hows|whats|whys
how do|does|long|often|many|much|did|safe|bad|are|would|can|is
^ what do|does|did|is|are|time|s|happens|actually|was|would|kind|foods|if|made|margin|should
whats the|a|it|your difference|deal|best|point|like
^ why|when|which
when did|do|should you|u|i|we
why do|does|is|are|did i|my|it|this|we
wie oft|lange|viel|macht|ist
warum|wieso|wann
por que|como|cuanto|cuando
what got|made|was|happens|helped|actually
difference between`,
  },
  {
    key: 'question_yes',
    rule: 'question',
    phrases: `
^ do|does|did|is|are|can|could|will|would|has|have|was|should|am you|u|i|it|the|a|any|your|mine|we|they|that|this|there|anyone|anybody|my
^ does|is|are|can|do|did|has|would|will _ 
is|are it|this|they|that|these normal|safe|worth|better|true|too|realistic|enough|rude|just|ok|okay|possible|a|supposed
is it|that enough|too|worth|normal
anyone|anybody|anybody|does else|felt|feel|noticed
does anyone|anybody else|feel
or is|just it|that|me|marketing|clever
or just|does|do
hilft|lohnt|kann|sind|ist|gibt|geht
funciona|ayuda|sirve|es|hay
est ce
really a|help|work|works|thing|need
actually|even a|work|help|have|wirklich
can you|u|i take|bake|use|reverse|do|fit
do you|u|they|teenagers|other|hotels use|get|sell|store|charge|need|make|do|drink
as well as|with|without
asking as|from|for myself
question for|the
is * supposed|enough|safe|worth`,
  },
  { key: 'question_mark', rule: 'question', phrases: '\\?' },
  {
    key: 'own',
    rule: 'own',
    phrases: `
i|im|ive|id|ill|my|me|we|our|were|weve|us|mine|myself
ich|mein|meine|mich|mir|wir|unser|unsere|unseren
yo|mi|mis|me|nos|nuestro|nuestra|tengo|estoy|trabajo|soy
je|jai|mon|ma|nous|notre`,
  },
  {
    key: 'own_twice',
    rule: 'own',
    phrases: `
i|im|ive|my|we|our * i|im|ive|my|we|our|me|us`,
  },
  {
    key: 'owner',
    rule: 'own',
    phrases: `
my|our|we|i|own|new|co|small studio|gym|spa|salon|cafe|shop|practice|hotel|clinic|club|team|staff|school|company|office|clients|members|guests|teachers|nurses|colleagues|employees|reception|locations|place|floor
owner here|of|with
# staff|employees|people|members|teachers|colleagues|sites|locations|seats
i|we own|run|opened|manage|lead
opening|open|opened|reopen|adding a|in|my|our|second|next
my|our flow|pilates|yoga|treatment|studio|houston|austin|second|two|lab|boutique
we reopen|run|are
head of|teacher`,
  },
  {
    key: 'sells_call',
    rule: 'sells',
    phrases: `
use|with|using my|our|promo|discount|referral|the|this? code
code _ at|for
link in bio|profile|comments|my|the|our|our
swipe|tap up|the|to|here
shop|order|book|enrol|enroll|register|join|apply|sign|subscribe|buy|download|start|get now|today|your|our|here|free|listed|for
sign up for|now|today|here
comment|reply|type|dm|message|send|text|write me? the? word? _ and|below|to|if|for
comment|dm|message _ and|to|for
message|dm|text|inbox|send me|us to|for|and|the
follow for|me|us|this|our
follow this|for bot|more|daily
calling all|texas|busy|every
download our|my|the|now
book a|your|my free? demo|call|tasting|spot|place|session|consultation|slot|taster|discovery|#
join my|our|us|#|the|over
try|grab|get them|it|our|my|yours risk|now|today|free|here
who is|s in|ready|next
whos in
want to be next
lets talk|chat
jetzt|gleich anmelden|buchen|sichern|bestellen|sparen
reserva|apuntate|compra|aprovecha ya|ahora|tu|hoy|el
profitez|reservez|inscrivez
enlace|link de|en|in la|der bio`,
  },
  {
    key: 'sells_offer',
    rule: 'sells',
    phrases: `
# % off|discount|margin|more|rabatt|sparen
% off
free shipping|delivery|trial|first|taster|guide|toolkit|masterclass|listing|consultation|display|download|gait|case|call|discovery
early bird|access
fruhbucher~
buy # get
buy one|two get
flash sale
limited time|spots|places|stock|edition|offer
today only
this week only
spots|places|seats|slots|dates|place|date|spaces left|open|available|remaining|still|for
# spots|places|seats|slots|dates|platze left|open|available|frei
three|two|five|ten spots|places|seats|dates left|open|available
noch # platze
plazas limitadas
lifetime|instant access|download|start
money back
rated #
# stars|modules|sessions|weeks|nights|reviews|customers|happy|places|guests
no minimum
request a
ships|dispatched today|worldwide|from
new|neuer|neue|nuevo course|programme|range|class|classes|collection|kurs|curso|blend|plant
neuer|neue|nuevo|nuevas|nouvelle
is|are|now|finally|back here|live|open|back|available|out|for
now|finally open|here|live|available
opens|launches|starts|launching|drops on|monday|tomorrow|sunday|friday|saturday|in
doors open|close
enrolment|enrollment open|closes|for
open for enrolment|enrollment|registration|bookings
order today
guarantee|guaranteed
best seller|sellers|sleep|probiotics|vegan|#
the # best
shop our|the|now`,
  },
  {
    key: 'sells_claim',
    rule: 'sells',
    phrases: `
i|we help|helped|support|coach|teach|train busy|people|women|men|mums|moms|parents|professionals|founders|runners|teams|companies|clients|leaders|office|high|#|over|you|students|couples|firms
ive|weve helped|trained|coached|worked
has|have helped #|over|hundreds|thousands
helped #|over|hundreds|thousands|clients|couples
my|our signature|method|proven|new|latest|exclusive|system|masterclass|framework|blueprint|newest|bestselling|winter|gentle|gummies|serum|drops|programme|program|course|workshops|clients|range
the _ method|blueprint|system|formula|reset
thats why i|we built|created|made|started
i|we|then built|created|designed|developed
in this|my|our latest|newest|new
case study
say goodbye|hello
doesnt have to be
does not have to
what if your|you|the
burnt|burned out \\?
^ stressed|sneezing|bloated|struggling|tired|tried|feeling|trying|back|hot|exam _? _? _? \\?
are you|is your|ladies|mamas|parents|mums tired|struggling|ready|teen|team|glued
ladies|mamas|parents|mums|moms|leaders ,|!|:
in # days|hours|hrs|minutes|weeks|sessions|nights

excited|thrilled|proud|delighted to announce|launch|share|introduce
works in
you may be
all natural
# % natural

dietitian|doctor|physio approved|led|reversible
is reversible
sends|send it over
costs|cost less than
founder of
passive income
reach #
get listed
members love`,
  },
  {
    key: 'refuses',
    rule: 'refuses',
    phrases: `
no dms|pitches|pitching|ads|adverts|sellers|sales|spam|promos|links|recommendations|advice|suggestions|coaches|tips|reps
no advice|recommendations please|wanted
please|stop|quit|just stop|quit * sending|tagging|suggesting|selling|pitching|telling|messaging|recommending|emailing
stop|quit sending|selling|pitching|tagging|suggesting|telling|trying|asking|messaging|recommending|spamming|spending
do|please not|dont pitch|sell|message|dm|send|recommend|tag|try|email|want|need|have
dont|do not? pitch|sell|dm|message|tag
i|we|teachers|students|people do? not|dont need|want|have|care a|another|more|to|your|chair|resilience|any|it|bad
not|isnt interested|buying|looking|vegan for|in|,|to
not looking
just|only venting|ranting|complaining|moan|saying|here
to moan|vent|rant
rant|vent ,|:|about
leave me alone
answer is no
if one more
one more _ rep|ad|coach|person
sells me|tries
wants|want to sell|fix
to the sales|sellers|marketers
every ad|coach|app|week|time i|mention|another
my|the feed|ads has|have|decided
thank|thanks you? but no
is fine , thank
keep|keeps writing|sending|pitching|emailing|recommends
everyone who|assumes
full stop
i enjoy|like it|smoking
bitte keine|nicht
no quiero|necesito|busco
nichts|nothing kaufen|verkaufen|to buy
solo me
has told|told me to stop
has a plan`,
  },
  {
    key: 'solved',
    rule: 'solved',
    phrases: `
^ update|edit|solved|sorted|fixed|resolved|found :|!|it|my|.
problem|issue|search|mystery|all|thats|it|that sorted|solved|fixed|over|done|resolved
sorted the|it|.|,|that
found my|it|the one|answer
im|we|all|are sorted|set|good|done|free|cured
no longer|stopped|not looking|need|searching|smoking|have
wont|dont need|never need|hurts|had|it
stopped looking|searching|taking|comparing|it|buying
turned out it|to be
closing|close this|the|thread|please
mods close|please
thanks|thank to|you everyone|all|so|to|my|for
cheers to
signed with|our|on|for
contract is? signed
signed|picked|chose|settled|went for|one|on|with
picked one
ended up with|buying|going
levels|numbers|knees|bloods|they are|now normal|fine|great
im|feel|levels|numbers|now normal|fine|gone|great now|!|.|and
went|cleared|sorted away|up|on|itself
gone in|since|,|.|now
pain|smoke|symptom free
free today|since|now
never felt|going|changing|looked better|back
hit goal
finally calmed|closed|passed|found|free
back to # |running|my|normal
sleep like a|log
sticking|staying|happy|content|zufrieden with|und
bin|estoy zufrieden|sehr|contenta|contento
report back
ask me anything
ama i|.|,
took five|eight|all|me|# weeks|months|summer
cost|costs me nothing
no money spent
thats all|it|the|whole ,|trick|secret|.
whole trick|secret
proud of this|the|my|our|my team
best * ever
lo logre|consegui sola|solo
endlich|finalmente|por fin
one year|two years|six months|eight months|three months|# days|# months since|with|on|without|of|smoke|after
down # lbs|kg|pounds|kilos
minus # 
from # in|to|on
sold out again
restock
personal best
and then just|i
retiring from
what * supplier|lady|team is|an angel`,
  },
  {
    key: 'past',
    rule: 'past',
    phrases: `
i|we|used used to
used to be|have|run|smoke|drink
was|were going|about|in|comparing|looking to|for|the|all
was|were about|going to
had|gave|sold|quit|stopped|moved|ran|left|retired * in|until|before|since 19~|20~
in|until|since|before 2010|2011|2012|2013|2014|2015|2016|2017|2018|2019|2020|2021|2022|2023|2024
years ago
last year|spring|winter|summer
sold our|my|the|it
gave up
fruher|damals|antes
these days|now its
when i was
as a child|kid
went through
in my|the thirties|twenties|forties|days
those were the
never looked|again back|.
seit * jahren
now a|i|its teach|swim|postman|water|teacher
id|i started|tested|ordered|took|tried|wanted
we tested|tried|ran|had|were
someone elses
my insurer|insurance|tutor|company|school|gym approved|assigned|gave|sorted|pays
friend|neighbour|neighbor lent|started|gave
then my|the|a`,
  },
  {
    key: 'someone_else',
    rule: 'someone_else',
    phrases: `
my|a|our|his|her|the ${RELATIVE} _? has|is|was|keeps|wants|needs|says|swears|said|pays|brings|hides|spends|told|just|owns|went|groans|can|cant|runs|paces|and|in|who|of|(|gets|did|started|eats|refuses
my|a|our _ ${RELATIVE} has|is|was|keeps|wants|needs|says|swears|said|pays|brings|just|owns|can|cant|in|bought|gets
${RELATIVE} of mine
^ ${RELATIVE}|coworker|neighbours|neighbors keeps|brings|paces|has|is|kid|says|won~
for|give|get|tell|ask|buy my|our|her|him|a ${RELATIVE}
to|for|of my|our ${RELATIVE}
someone i know
he|she|they wants|needs|says|hasnt|wont|has|is|refuses|doesnt|keeps|eats
suggest that he|she|they
do|should i say|tell|ask|cover
how do i get|tell|decline|cover|tactfully
asking for a friend
mein|meine kollege|kollegin|mann|frau|mutter|vater|freund|freundin|schwester|bruder|nachbar|chef
mi|nuestro companero|vecina|vecino|madre|padre|maro|mujer|hermana|hermano|amiga|amigo|jefe|hijo|hija
ma|mon soeur|frere|mere|pere|mari|femme|collegue|voisin
poor thing
glad it isnt
le digo|decimos
soll ich ihn|sie|es`,
  },
  {
    key: 'on_behalf',
    rule: 'on_behalf',
    phrases: `
asked|begged|wants|told|asking me|us to|for
has|have|he|she|they|is|was|and asked|begged for|me|us|it
has asked|begged
asked for it|a|an
at|on his|her|their own? request|behalf
asked me
said yes to
me ha pedido|pidio
hat mich gebeten
finally said yes`,
  },
  {
    key: 'news',
    rule: 'news',
    phrases: `
study|survey|poll|report|research|trial|review|data|union|unions|charity|agency|council|regulator|minister|association|researchers|clinic|body|service * finds|found|shows|says|suggests|predicts|reveals|published|warns|opens|approves|welcomes|reports|urges|call|demand|map
new study|survey|report|research|drug|law
^ study|survey|umfrage|poll :
says|finds|warns|shows|said|dice|sagt trade|agency|association|report|poll|survey|charity|study|der|die
_ says|finds|warns|shows —|–|.
poll|survey|study|research|charity|agency|body|report|service finds|shows|says|warns|suggests
according to
segun|laut fuentes|el|la|studie|umfrage|einer
press release
market is|for|to|expected
expected to grow|reach
one|half|two in|of|thirds three|five|four|ten|teachers|uk|staff|all|workers|adults
one in three|five|four|ten|two
half of
# % last|next|this year
by # %
sales|revenue up|rose|down
acquires|acquired|buys|raises|approves|approved
undisclosed sum
million|billion
first in class
n =
in the? thread
thread below|with|.
open access
we|i published|present|presented|have our|published|data|six
our|new review|data|paper|lab|findings|prevalence on|of|today|from
congress|conference last|week|on|.
co authors
honoured|honored|happy to present|share
reopens|reopen|closed until|to|the
local business|news
business news|desk
unions|charity|researchers|experts|hr * demand|urges|call|warns
council|city|parliament|minister|gobierno|regierung|government to|opens|debates|approves|aprueba|reopens
expected on
next year ,`,
  },
  {
    key: 'automated',
    rule: 'automated',
    phrases: `
daily|hourly|weekly tip|fact|quote|reminder|affirmation|facts|mum|dose|mindfulness
tip|fact|quote|vitamin|affirmation|word of the day
fact|tip #
fact|tip|quote * #
automated|automatically|automatic|scheduled|bot
posted|shared by|automatically|my
post )
follow * facts|more|daily
goal reached
streak|tracker
good morning !
reminder :
day # ✅|smoke
✅
🤖`,
  },
  { key: 'hashtags', rule: 'automated', phrases: '\\# _ \\# _' },
  {
    key: 'professional',
    rule: 'professional',
    phrases: `
my|our clients|patients|client|co|lab|network|students|practice
our|my clinic|lab|review|paper|findings|thesis|api|app|database|server|product|prototype
open to new|remote|roles|work|opportunities
years|years of|in experience|finance|saas
seeking board|roles|work|a
looking for a position|new|job|role|placement|summer
new position|role|job
job|jobs|vacancy|hiring|recruiting
thesis|exam|homework|phd|essay|flash|dissertation on|about|:|cards|,|next
nursing|dental|medical|phd student
i book|organise|organize speakers|coaches|a|events|conferences
conference|off site|speakers
experience in|with texas|saas|finance
send me this|your fee|paper
busco|suche trabajo|arbeit|stelle|job

transforming
director with`,
  },
  {
    key: 'other_matter',
    rule: 'other_matter',
    phrases: `
software|api|server|database|backend|frontend|developer|code|gpu|install|windows|firmware|app|render|router|browser|laptop|keyboard|cable|wifi|error|bug|cloud|deploy|saas|devops|typescript|python|excel|spreadsheet|login|update|plugin|payroll|bandwth|usb
car|garage|engine|tyre|tire|brake|dealer|mechanic|bumper|paint|welder|welders|gearbox|motorbike|van
plumber|toilet|ceiling|plaster|plasterboard|roof|drawer|deck|beams|bathroom|carpet|kitchen|tile|tiles|wall|walls|lamp|lights|lighting|boiler|pump|drill|wood|screw|screws|mould|rot|fence|gate|furniture|frame|shelf|rip
dog|cat|horse|hamster|puppy|vet|aquarium|fish|chicken|robins|bird|birds|rabbit
stock|shares|crypto|mortgage|invoice|tax|taxes|chart|bonus|loan|real|estate|accounting
game|games|gaming|chess|console|boss|level|patch|cards|casino|football|league|soccer|guitar|music|hip|song|band|beats|film|movie|camera|lens|canvas|printer|printers
brisket|steak|cheese
flights|flight|airport|train|bus|roadworks|sewer|traffic|parking
election|politics|party|chess|general|army
selling|verkaufe|vendo #|bales|my|a|schreibtisch
for sale
second hand
pick up only
typo|autocorrect

donation
newborn|toddler|nappies|diapers
meeting room

gym partner near`,
  },
  {
    key: 'joke',
    rule: 'joking',
    phrases: `
lol|lmao|haha|hahaha|jajaja|jaja|rofl|lpt
lpt :
10 /
ten stars
oh|sure|wow ,|wow|babe|sure
^ sure|oh
^ as a|an * i
my * is|are|was * so|called|a|denial|having|no|that
so _ that
is|are|am so * that
im cured|an
i|im dont|need need|joint
love that for
said lets
apparently
technically
considered
like it|its|a going|personal
i identify|swear
does|did that count|make
next stop
thank|thanks you? ,|. dr|doctor|dentist
🙃
😂
😭
💀
🤡
complaining|thriving
file|filed a|my complaint|taxes
its name
on strike|protest
sponsored by
immortal|denial|villain|gremlin|goblin|ghost|zombie
: no
screams|laughs|laughing
nobody :
me :
if so
a hostage
professional of
same number
would love to * but
walks|walking into|out

brain|body|knees|shadow|back|stomach has|have|filed|scheduled|said|and`,
  },
];
