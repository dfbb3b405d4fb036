import type { Cue } from './signal.ts';

/** What people say of a need of their own, and how they ask. */
export const NEEDS: readonly Cue[] = [
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
];
