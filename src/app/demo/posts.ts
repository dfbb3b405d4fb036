import { SIGNAL_PREVIEW_LENGTH } from '#features/leads/rules.ts';
import type { Random } from './random.ts';
import type { GroupKey } from './story.ts';

/**
 * What the people of the demo wrote in public, by group and by how much they ask for: from "would pay" down to
 * "just talking". `{a|b|c}` is one of several ways to say it. They talk of food, drink and habits, never of a
 * condition.
 */
const POSTS: Record<
  GroupKey,
  { keen: readonly string[]; asking: readonly string[]; talking: readonly string[] }
> = {
  evening: {
    keen: [
      '{Anyone|Can anybody|Does anyone here} recommend a caffeine-free {evening blend|evening tea|herbal tea for the evening} that actually tastes good? Happy to pay for decent leaves, supermarket bags all taste of dust.',
      'Looking for a {herbal subscription|tea subscription|monthly box of evening teas} that isn’t just a nice tin. Caffeine-free, and I would pay {up to £25|around £20|£30} a month.',
      '{Can anyone suggest|Please recommend|Need recommendations for} a rooibos or chamomile blend for {after dinner|the evening|late evenings}. {Two of us|Three of us|My whole house} would drink it, happy to pay for a good one.',
      'Where can I buy loose {chamomile|lemon balm|peppermint} tea online? The shop round the corner {closed|only has bags}.',
      'Which caffeine-free evening tea should I get? Torn between {Hearth and Lamplight|rooibos and chamomile|the sampler and one big tin}, ready to buy this week.',
      'My {sister|neighbour|flatmate} drinks {four|five} mugs of herbal tea an evening. Looking for a subscription she can {pause|change}, I would pay {£20|£25|£30} a month.',
      '{Ready to order|About to order} a caffeine-free evening tea for {two|three|the whole family}: loose leaf or bags, and who delivers to {Leeds|Bristol|Cardiff|York}?',
      '{Coffee after six is over for me|No more coffee after lunch here}. Which caffeine-free evening tea is worth paying for? Ready to buy this weekend.',
      '{Our reading club|The choir|Our board game night} needs a caffeine-free tea for {Thursday|Tuesday|Sunday} evenings. Where can we buy a big bag of something good?',
    ],
    asking: [
      'What do you all drink instead of coffee after {6|seven|dinner}? Tired of plain hot water.',
      'Is there a sampler box for evening blends? Want to {taste|try} a few before I pick one tin.',
      'Trying a no-screens, herbal-tea-only evening for {a month|two weeks|the rest of winter}. Tips welcome.',
      'Does anybody make {decaf chai|caffeine-free chai|a good decaf Earl Grey} that does not taste of paper?',
      'Switching my whole cupboard to loose leaf this year. Where do people start with herbal?',
      'Compared {three|four|five} rooibos blends this week, still undecided. Is the expensive one worth it?',
      '{How long|How hot} do you brew {lemon balm|chamomile|lime flower}? Mine always ends up {bitter|tasting of hay}.',
      '{A teapot with a strainer|A proper infuser basket}: worth it, or do you all just use {bags|a sieve}?',
      'Asking for {my dad|a colleague|my aunt}: which herbal tea is nearest to black tea with milk?',
      '{Is licorice root|Is fennel} in every evening tea now? I want one without it, any ideas?',
    ],
    talking: [
      'Reviewed {six|five|nine} chamomile blends so you don’t have to. The winner costs less than a coffee.',
      'Sleepy tea is just tea with good marketing.',
      'Our allotment’s mint is out of control, {take some|please take some|free to a good kettle}.',
      'The kettle is the only thing in this house that gets up {when I do|before me}.',
      '{Lamp, armchair, peppermint tea|Rain on the window, rooibos in the mug}: the evening is complete.',
      'Found a {1970s|dented|blue} teapot at the flea market. It pours better than anything I ever bought new.',
      'Today I learned that rooibos is {a bush|not a tea at all}. Still drinking it.',
    ],
  },
  winter: {
    keen: [
      'Looking for someone who delivers {soup kits|warm meals|stew boxes} in winter. Happy to pay for good vegetables, we are two adults and a teenager.',
      'Can anyone recommend a herbal tea for {cold walks|the flask|long winter walks}? Nothing with liquorice.',
      'Where can I order {ginger and lemon|spiced apple|elderflower} cordial without all the sugar?',
      'Need recommendations for a {winter cooking class|soup evening|Sunday cooking course} near {Leeds|Bristol|Sheffield|Cardiff}. Willing to pay for a small group.',
      'Anybody know a good {walking group|guided walk|Saturday walk} with a warm meal afterwards? Would sign up tomorrow.',
      '{Six of us|Four neighbours|Our street} want to cook {soup|stew|curry} together once a month. Who rents out a kitchen? Ready to book for {December|January|February}.',
      'Which {veg box|soup subscription|bread box} is worth it in winter? Would pay {£15|£20|£25} a week if it is not all {turnips|swede|cabbage}.',
      '{Ready to buy|Happy to pay for} a proper flask for winter walks: which one keeps tea hot until {noon|the summit|the last bus}?',
      '{Grandparents|Friends} are coming for {the holidays|New Year}: where can I order a {vegetarian roast|soup menu|pie} for {eight|ten|twelve}?',
    ],
    asking: [
      'What do you cook when it is dark at {four|half past four|five}? I keep making the same three soups.',
      'Is there a box of winter herbal blends that makes a {decent|good|nice} gift? Want two.',
      'Which slow cooker is worth the money for {porridge|stew|broth}? Cooking for {one|two|five}.',
      'I want to walk every day until {March|spring|the clocks change}. How do you keep it up when it rains?',
      'Any recipes with {beetroot|celeriac|kale|squash} that children eat? Our veg box is full of it.',
      'We are trying an alcohol-free January with the whole street. What do you serve people?',
      '{Hot lunch at a cold desk|Packed lunch in the van}: what do you put in a food flask that is not soup?',
      '{Porridge|Overnight oats} again this morning. What do you put on top in {November|January|February}?',
      'Does anyone walk {before work|in the lunch hour|after dark}? Looking for {routes|reflective gear|company} around {York|Leeds|Cardiff}.',
      '{Spelt|Rye|Sourdough} bread in a cold kitchen: where do you let it rise?',
    ],
    talking: [
      'First frost, first pot of {lentil soup|barley broth|pea soup}. All is well.',
      'Nobody told me that a thermos is a personality. I have {three|four} now.',
      'My neighbour swears by cold swims. I swear by his soup.',
      'Took the long way home for the light on the {canal|moor|river}. Worth it.',
      'Ranking hot drinks by how well they warm hands: {cocoa|broth|ginger tea} wins again.',
      'The {slow cooker|soup pot|big casserole} came out of the cupboard today and will not go back before {April|May}.',
      '{Frost on the bridge|Fog over the allotments|Snow on the moor}, nobody about, flask of tea. Best hour of the week.',
      'Grandma’s {plum cake|pea soup|dumplings} feed nine. We are three. I see no problem.',
    ],
  },
  marathon: {
    keen: [
      'Can anyone recommend a gel that sits well after {20 miles|30 km|three hours}? Most of them are pure syrup.',
      'Looking for a {marathon nutrition plan|race-day fuel plan|coach for race nutrition} for {April|spring|the autumn}. Budget around {£80|£100|£120}.',
      'Which electrolyte tablets should I get for a {spring|hilly|warm} marathon?',
      'Where can I get recovery meals delivered after {long runs|Sunday runs|race day}? I’d subscribe if they are not all chicken.',
      'Switching from sweets to real food on the run. What do you use? Ready to order {a box|a mixed box|samples}.',
      '{Twelve|Eighteen|Thirty} of us from the club want to order gels together. Who gives a price for {200|300|500}? Ready to buy this month.',
      'Need recommendations for {recovery shakes|oat bars|energy balls} without {whey|nuts|palm oil}. Happy to pay for good ones.',
      '{First ultra|First marathon|First 50 km} in {May|June|October}. Who sells a fuel plan with the food in the box? Budget {£60|£90|£150}.',
      'Anybody know a {dietitian|nutrition coach} who works with runners in {Leeds|Bristol|Sheffield}? Would book a first hour tomorrow.',
    ],
    asking: [
      'What do you eat the {night|evening|day} before a long run? Pasta is getting old.',
      'How do you carry {gels|water|snacks} on a {30 km|35 km|20 mile} run without a backpack?',
      'I need to learn to eat breakfast before running. Porridge or {toast|rice|nothing}?',
      'Is there a caffeine-free gel that tastes of {anything|fruit|something real}? Asking before I give up on them.',
      'Training for my {first|second} marathon and lost between carb calculators. Where do people start?',
      'Comparing oat bars with {dates|rice cakes|flapjack} for long runs. Which is better after two hours?',
      '{Salted potatoes|Rice balls|Jam sandwiches} on the long run: does anybody else, or is it just my club?',
      '{Coffee before the start|Beetroot juice before the start}: how long before do you drink it?',
      'Which {belt|vest|bottle} do you run with when it is over {15|20} miles? Mine bounces.',
      '{Ten|Six|Four} weeks out. How much do you drink per hour when it is {cold|windy|warm}?',
    ],
    talking: [
      'Negative split today by pure accident. {Blame the wind|Blame the downhill|No plan survives a tailwind}.',
      'Sixteen weeks to go. The plan is on the fridge, the biscuits are {inside|on top of} it.',
      'Marathon training is mostly {laundry|laundry and oats}.',
      'New study finds that runners talk about running. {Groundbreaking|Shocking}.',
      'Parkrun number {50|100|74}: same course, different weather, same knees.',
      'Overtaken by a {pram|dressed-up banana|man with two dogs} at mile {nine|four}. Fair enough.',
      '{Long run done|Hill session done}, second breakfast done, third breakfast under discussion.',
      'My {dog|son|neighbour} joined for the last two miles and will not stop talking about it.',
    ],
  },
  workplace: {
    keen: [
      'Who delivers tea and fruit boxes to offices of {20|30|45|60} people? Need a quote by {Friday|the end of the week|Monday}.',
      'Looking for a supplier of herbal tea for our {staff kitchen|two kitchens|new office}. Budget approved, around {£90|£120|£150} a month.',
      'Can anyone recommend a snack box for the office that is not all {crisps|chocolate|sugar}?',
      'We want to order welcome boxes with tea for {12|15|25} new starters. Price list please, ready to order.',
      'Where can we buy wholesale loose leaf tea for {a co-working space|three floors|a call centre}? Minimum order is no problem.',
      '{New office in Leeds|New office in Cardiff|Moving to Bristol} in {March|May}: who stocks the kitchen with tea and fruit every {Monday|week}? Need a quote.',
      '{Forty|Sixty|Eighty} thank-you boxes with tea before {the holidays|the summer party}. Which supplier takes an invoice? Ready to order.',
      'Our {vending contract|coffee contract} ends in {June|August}. Looking for a tea and snack supplier instead, budget {£200|£300|£400} a month.',
      'Need recommendations for {alcohol-free drinks|a tea tasting|a fruit breakfast} for a team day of {25|40|55}. Happy to pay for somebody who brings the cups.',
    ],
    asking: [
      'What do you put in the kitchen for staff who do not drink {coffee|caffeine}? Ours asked for herbal tea.',
      'Is there a monthly tea box that lets you pause over {August|the holidays|quiet months}?',
      'How do other offices handle a {fruit|snack|tea} budget of {£2|£3|£4} a head?',
      'Which is better for a small team, a {tea subscription|snack subscription|fruit box} or a trip to the shop?',
      'Trying to replace the vending machine with something people like. Ideas?',
      'Need an idea for a wellbeing week that is not another {webinar|talk|poster}.',
      '{Half the team|Most of the team} works from home on {Mondays|Fridays}. Does anybody send snacks to houses?',
      'Who decides what goes into the kitchen at your place, {facilities|a rota|whoever shops}? Ours ends in {decaf|biscuits} every time.',
      '{Loose leaf in an office|Teapots in an office}: does it work, or does everybody go back to bags in a week?',
    ],
    talking: [
      'The office kettle has been {on|broken} since {March|Tuesday} and morale follows it.',
      'Moved the biscuits two metres from the printer. Productivity: unclear. Biscuits: {fewer|gone}.',
      'Our meeting rooms are named after teas and nobody can book {Oolong|Assam|Sencha}.',
      'Facilities report: {41|52|63} mugs, 9 in use, the rest on somebody’s desk.',
      'Somebody labelled the {milk|oat milk|hummus} with a spreadsheet. The spreadsheet has a pivot table.',
      'The {accounts team|night shift|front desk} now runs a tea trolley at {three|four}. Queue to the lifts.',
      'Day {one|three|nine} without the office toaster: people have started talking to each other.',
    ],
  },
};

/** One of the sentences in the braces' other forms. */
function vary(text: string, random: Random): string {
  return text.replace(/\{([^}]+)\}/g, (_braces, choices: string) => random.pick(choices.split('|')));
}

/**
 * A public post of somebody in this group. Nobody begins as another one did, for as much as a table shows of it, while
 * there is another beginning; nobody says all of what another one said while there is something else to say.
 */
export function createPosts(random: Random): (group: GroupKey) => string {
  const said = new Set<string>();
  return (group) => {
    const chance = random.next();
    const kind = chance < 0.22 ? 'keen' : chance < 0.68 ? 'asking' : 'talking';
    const ways = Array.from({ length: 40 }, () => vary(random.pick(POSTS[group][kind]), random));
    const text =
      ways.find((way) => !said.has(way.slice(0, SIGNAL_PREVIEW_LENGTH))) ??
      ways.find((way) => !said.has(way)) ??
      random.pick(ways);
    said.add(text).add(text.slice(0, SIGNAL_PREVIEW_LENGTH));
    return text;
  };
}
