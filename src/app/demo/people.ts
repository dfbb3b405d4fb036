import type { Random } from './random.ts';

const words = (text: string): string[] => text.trim().split(/\s+/);

const FIRST = words(`
  Ada Aisha Amara Anouk Anton Arlo Bea Bram Callum Carmen Cleo Cora Dana Darius Dev Edith Elio Elsa Emre Esme Farah
  Felix Fergus Freya Gemma Greta Hamish Hana Hanne Hugo Ida Ines Iris Ivo Jonas Jude Kaito Kofi Lachlan Lena Lotte
  Luca Mabel Maeve Malik Marcus Mateo Mina Mira Nadia Nell Niall Noor Nora Orla Oskar Otis Pavel Petra Pia Quentin
  Rafael Rhys Rosa Ruth Sami Sanna Selma Soren Sunniva Tariq Teodor Tilda Tomas Una Vera Viktor Wes Wilma Yara Yusuf
  Zainab Zofia`);

const LAST = words(`
  Aalders Abara Abernathy Adeyemi Ainsley Almeida Ashdown Baptiste Bellamy Birch Brandt Brook Byrne Calloway Castell
  Conti Corbin Dahl Danvers Darrow Duarte Ellwood Eze Farrow Ferran Fenwick Frayne Garrick Gosling Halabi Hallam
  Harcourt Hollis Horak Ibsen Iwata Jarvis Joubert Karaca Keane Kessler Kirkby Langley Larsen Lindholm Lindqvist
  Lockhart Maddox Mensah Merrick Moreau Nakata Norwood Okafor Oyelaran Osei Palmgren Pemberton Petit Pritchard Quist
  Ramsey Rosvold Rowntree Sandoval Sato Selwyn Stamm Sundby Tanaka Thorne Tolliver Ueda Vance Varga Verhoeven Wainwright
  Whitlow Winslow Yilmaz Zeller`);

const TASTES = words('brews bakes cooks runs walks steeps gardens reads rides swims');
const PLACES = words('north leeds hill bay moor yard lane fen york');

export type Person = { name: string; email: string; handle: string; post: string | undefined };

/** Those in the pictures of the product, each in the group they are known from. */
const KNOWN: Record<string, readonly [name: string, handle: string, post?: string][]> = {
  evening: [
    [
      'Dana Whitlow',
      'dana_brews',
      'Anyone recommend a caffeine-free evening blend that actually tastes good? Happy to pay for decent leaves, supermarket bags all taste of dust.',
    ],
    [
      'Marcus Oyelaran',
      'moyelaran',
      'Looking for a herbal subscription that isn’t just a nice tin. Caffeine-free for the evening, and I’d pay up to £25 a month.',
    ],
    [
      'Iris Calloway',
      'slowsundays',
      'What do you all drink instead of coffee after 6? Tired of plain hot water, would love a herbal tea.',
    ],
    [
      'Teodor Brandt',
      'tbrandt_runs',
      'Switching my whole cupboard to loose leaf this year. Which caffeine-free evening tea should I start with?',
    ],
    [
      'Hanne Rosvold',
      'fjordgarden',
      'Is there a sampler box for evening blends? Want two, one of them as a gift.',
    ],
    ['Joel Pritchard', 'joelmakesbread', 'Trying a no-screens, herbal-tea-only evening for a month.'],
    [
      'Amara Eze',
      'steepandsip',
      'Reviewed six chamomile blends so you don’t have to. The winner costs less than a coffee.',
    ],
    ['Noor Halabi', 'noor.h', 'Sleepy tea is just tea with good marketing.'],
  ],
  winter: [
    ['Pia Lindqvist', 'pialind'],
    ['Wes Tolliver', 'westolliver'],
    ['Cleo Danvers', 'cleodanvers'],
    ['Sunniva Dahl', 'sunnydahl'],
  ],
  marathon: [
    ['Kofi Mensah', 'kofi_long_runs'],
    ['Bram de Wit', 'bramdewit'],
    ['Otis Frayne', 'otisfrayne'],
    ['Mina Sato', 'minaruns'],
  ],
  workplace: [
    ['Greta Stamm', 'gretastamm'],
    ['Lotte Aalders', 'lotte.aalders'],
    ['Hugo Ferran', 'hugoferran'],
    ['Arlo Quist', 'arloquist'],
  ],
};

/** Steps of this length come by every pair of a first and a last name before any comes again: it is prime. */
const STRIDE = 3_571;

/** Names for made-up people of whom nothing else is told; none of those that are `taken`. */
export function createNames(taken: ReadonlySet<string>): () => string {
  let place = 0;
  return function next(): string {
    place = (place + STRIDE) % (FIRST.length * LAST.length);
    const name = `${FIRST[place % FIRST.length]} ${LAST[Math.floor(place / FIRST.length)]}`;
    return taken.has(name) ? next() : name;
  };
}

/** Made-up people, no two of the same name; mail only at domains reserved for examples (RFC 2606). */
export function createPeople(random: Random): (group: string) => Person {
  const queues = new Map(Object.entries(KNOWN).map(([group, people]) => [group, [...people]]));
  const taken = new Set(Object.values(KNOWN).flatMap((people) => people.map(([name]) => name)));
  const strangers = random
    .shuffled(FIRST.flatMap((first) => LAST.map((last) => `${first} ${last}`)))
    .filter((name) => !taken.has(name));
  const handles = new Set(Object.values(KNOWN).flatMap((people) => people.map(([, handle]) => handle)));

  const handleFor = (first: string, last: string): string => {
    const forms = [
      `${first}_${random.pick(TASTES)}`,
      `${first.charAt(0)}${last}`,
      `${first}.${last}`,
      `${last}${random.pick(PLACES)}`,
      `${first}${last.charAt(0)}${random.between(11, 99)}`,
    ];
    const free = random.shuffled(forms).find((form) => !handles.has(form)) ?? `${first}_${last}`;
    handles.add(free);
    return free;
  };

  return (group) => {
    const known = queues.get(group)?.shift();
    const name = known?.[0] ?? strangers.pop();
    if (!name) throw new Error('there are no more names');
    const [first = '', ...rest] = name.toLowerCase().split(' ');
    const last = rest.join('');
    const domain = random.pick(['example.com', 'example.org', 'example.net']);
    return {
      name,
      email: `${first}.${last}@${domain}`,
      handle: known?.[1] ?? handleFor(first, last),
      post: known?.[2],
    };
  };
}
