import type { Cue } from './signal.ts';

/** What people say who sell, refuse, have solved it, or speak of the past. */
export const DECLINES: readonly Cue[] = [
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
went|cleared|gone away
cleared up
sorted itself
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
];
