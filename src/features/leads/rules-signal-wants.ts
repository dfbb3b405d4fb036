import type { Cue } from './rules-signal.ts';

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
];
