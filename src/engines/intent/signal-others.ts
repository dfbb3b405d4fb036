import type { Cue } from './signal.ts';

const RELATIVE =
  'friend|mate|mum|mom|mother|dad|father|husband|wife|partner|sister|brother|son|daughter|colleague|coworker|boss|neighbour|neighbor|flatmate|roommate|housemate|aunt|uncle|girlfriend|boyfriend|nan|gran|grandma|grandmother|grandad|cousin|kid|teenager|child|manager|teammate|bestie|hubby';

/** What people say of somebody else, of the news, of another matter, or not in earnest. */
export const OTHERS: readonly Cue[] = [
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
mi|nuestro companero|vecina|vecino|madre|padre|marido|mujer|hermana|hermano|amiga|amigo|jefe|hijo|hija
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
software|api|server|database|backend|frontend|developer|code|gpu|install|windows|firmware|app|render|router|browser|laptop|keyboard|cable|wifi|error|bug|cloud|deploy|saas|devops|typescript|python|excel|spreadsheet|login|update|plugin|payroll|bandwidth|usb
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
