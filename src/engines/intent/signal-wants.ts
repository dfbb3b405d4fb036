import type { Cue } from './signal.ts';

/** What somebody is a customer of, so that to be unhappy with it is to look for another one. */
const SOLD = [
  'subscription|membership|plan|contract|supplier|provider|distributor|wholesaler|brand|company|shop|store|studio|gym',
  'club|class|classes|course|courses|programme|program|app|coach|trainer|instructor|teacher|therapist|facilitator',
  'webinar|workshop|retreat|order|orders|parcel|package|box|delivery|deliveries|tea|teas|blend|powder|shake|capsules',
  'tablets|gummies|supplement|supplements|vitamins|serum|moisturiser|moisturizer|mattress|spray|tub',
].join('|');

/** What people say who want to be offered something. */
export const WANTS: readonly Cue[] = [
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
    // Everybody goes, arrives, cancels and spends: what counts is said of something that one is a customer of.
    phrases: `
cancelled|canceled|cancelling|canceling|quit|left my|our|the|that|this|a * ${SOLD}
cancelled|canceled|cancelling|canceling because|after
^ cancelled|canceled today|yesterday|it|.
ive|have|just cancelled|canceled .|,|it
i cancelled|canceled it
refund requested|pending|refused|denied|is|on
wont|refuse|refused to? refund
want|wanted|asked for? a|my|our refund|money
charged|billed me|us twice|double|again
sending|sent|send it|them back
returning it|them
${SOLD}|price|prices|fee|fees went|gone|going|goes up
went|gone|going up to|by #
went|gone|going up to|by $|£|€
doubled|raised|hiked|upped its|the|their|his|her|our|my|all? price|prices|fee|fees|rate|rates|cost
price|prices|fee|fees doubled|tripled
price|fee rise|increase|hike
changed|change|ruined the|their|its formula|recipe|blend|taste|flavour|flavor
discontinued|stopped making|selling
discontinued my|our|the
out of stock again
our|my|usual|regular|local|the * ${SOLD} closed|discontinued|cancelled|canceled|missed|changed|quit|left|vanished
${SOLD} pulled|backed|dropped out
pulled|backed|dropped out on us|me
arrived|came|delivered broken|smashed|damaged|mouldy|moldy|stale|leaking|melted|crushed|opened
${SOLD} * arrived|came|comes|arrives late|warm|wrong|empty
${SOLD}|it|they never arrived|came|arrives|comes|replied|replies|answers|answered
missed the|a|another|our|two|three * delivery|deliveries
put|kept|keeps|puts me|us on hold
replaced her|him|it|them with a
isnt|wasnt|not|hardly|arent worth it|the|what|my
${SOLD} is|are|was|were * useless|awful|rubbish|terrible|dreadful|disappointing|worse|ruined|poor
useless|awful|terrible|rubbish|dreadful|rude|disappointing ${SOLD}|service|support
paid|bought|quid|pounds|dollars|euros|bucks * for|on * useless|nothing|basically|pdfs
paid|pounds|quid|dollars|euros|bucks for|on * worse
waste of money
disappointed|unhappy|dissatisfied|unimpressed|frustrated with|by|in my|our|the|their|this|that|every * ${SOLD}
let down by my|our|the|their|this|that|every * ${SOLD}
down to my|our|the last
my|our|the last drop|drops|bottle|bag|box|jar|tin|tub|scoop|capsule|sachet|tube of
last drop|scoop|capsule
abo|mitgliedschaft|vertrag|studio|kurs|app * gekundigt|teurer
habe|hab * gekundigt
abo|preis|preise * teurer geworden
he|hemos|la|lo cancelad~
me|nos ha|han cobrado|cobraron dos|doble
i cant|cannot renew
we|i|members|guests|clients|customers|patients|staff|teachers|employees * deserve better
taste|tastes of|like wet|old|burnt? cardboard|chalk|metal|dust|soap|plastic`,
  },
];
