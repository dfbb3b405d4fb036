import type { MemberStatus, MemberType } from '#features/communities/contract.ts';
import { firstLink } from '#features/communities/rules.ts';
import { flagsOf } from '#features/communities/rules-moderation.ts';
import type {
  communities,
  communityMembers,
  communityPosts,
  communityReactions,
  linkPreviews,
} from '#features/communities/server/tables.ts';
import { hashContact } from '#features/compliance/server/hash-contact.ts';
import type { Calendar } from './calendar.ts';
import { seededRandom } from './random.ts';

/** Its own chance, so that nothing else of the demo changes with it. */
const SEED = 20_261_122;

type Person = {
  name: string;
  day: number;
  type?: MemberType;
  status?: MemberStatus;
  handle?: string;
  leftDay?: number;
};

/** Who is there, by the day they came. */
const PEOPLE: readonly Person[] = [
  { name: 'Maren Oakley', day: -88, type: 'admin' },
  { name: 'Tobias Renner', day: -87, type: 'moderator' },
  { name: 'Ffion Prosser', day: -85 },
  { name: 'Dario Conte', day: -84 },
  { name: 'Saoirse Whelan', day: -80 },
  { name: 'Jonah Pike', day: -77, leftDay: -12 },
  { name: 'Ilse Brandt', day: -73 },
  { name: 'Ravi Menon', day: -70 },
  { name: 'Bettina Kroll', day: -66 },
  { name: 'Anselm Duarte', day: -61, handle: '@anselm_steeps' },
  { name: 'Mirela Popa', day: -57 },
  { name: 'Gwen Tarrant', day: -54 },
  { name: 'Oskar Lindh', day: -50 },
  { name: 'Yara Haddad', day: -47 },
  { name: 'Piers Holloway', day: -43 },
  { name: 'Sanne Visser', day: -40 },
  { name: 'Nils Aronsen', day: -36 },
  { name: 'Delphine Roux', day: -33 },
  { name: 'Imogen Stride', day: -27 },
  { name: 'Casper Holm', day: -22, handle: '@casperholm' },
  { name: 'Leda Marini', day: -18 },
  { name: 'Theo Ashdown', day: -13 },
  { name: 'Runa Solberg', day: -9 },
  { name: 'Emeka Obi', day: -6 },
  { name: 'Lior Katz', day: -3 },
  { name: 'Hester Vale', day: -2, status: 'invited' },
  { name: 'Quentin Marsh', day: -1, status: 'invited' },
];

type Talk = {
  by: string;
  day: number;
  hour: number;
  body: string;
  isPinned?: boolean;
  likes?: number;
  answers?: { by: string; hours: number; body: string; thanks?: number }[];
  isHeld?: boolean;
};

const TALKS: readonly Talk[] = [
  {
    by: 'Maren Oakley',
    day: -86,
    hour: 10,
    isPinned: true,
    likes: 9,
    body: 'Welcome to the Evening Tea Circle. Say hello, show your pot, ask anything about blends and brewing. For questions about your health please see somebody who knows you: a doctor or a pharmacist.',
  },
  {
    by: 'Saoirse Whelan',
    day: -41,
    hour: 20,
    likes: 6,
    body: 'How long do you let a rooibos stand? Mine is flat after 4 minutes and lovely after 8.',
    answers: [
      {
        by: 'Tobias Renner',
        hours: 1,
        thanks: 4,
        body: '8 to 10 minutes with the lid on. It does not turn bitter, so you cannot overdo it.',
      },
      { by: 'Ilse Brandt', hours: 3, body: 'And a spoon more than you think per pot.' },
    ],
  },
  {
    by: 'Ravi Menon',
    day: -34,
    hour: 19,
    likes: 4,
    body: 'What do you serve to guests who do not like chamomile?',
    answers: [
      {
        by: 'Gwen Tarrant',
        hours: 2,
        thanks: 2,
        body: 'Lemon verbena with a little mint. Nobody has said no yet.',
      },
      { by: 'Bettina Kroll', hours: 5, body: 'Rooibos with orange peel in winter.' },
    ],
  },
  {
    by: 'Dario Conte',
    day: -27,
    hour: 21,
    likes: 5,
    body: 'The winter sampler has arrived. The second tin smells like a bakery.',
    answers: [
      {
        by: 'Maren Oakley',
        hours: 12,
        thanks: 1,
        body: 'That is the cardamom. Glad it came in time for the weekend.',
      },
    ],
  },
  {
    by: 'Oskar Lindh',
    day: -20,
    hour: 18,
    likes: 7,
    body: 'I keep my evening blends in glass and they fade. Tins from now on?',
    answers: [
      {
        by: 'Tobias Renner',
        hours: 2,
        thanks: 5,
        body: 'Yes: dark, dry and away from the stove. A tin keeps a blend about a year.',
      },
      { by: 'Leda Marini', hours: 4, body: 'I keep mine in the drawer with the candles. Do not do that.' },
    ],
  },
  {
    by: 'Yara Haddad',
    day: -14,
    hour: 20,
    likes: 3,
    body: 'A good read about water and why hard water makes tea dull: https://www.example.org/water-for-tea',
    answers: [{ by: 'Nils Aronsen', hours: 6, thanks: 2, body: 'A simple filter jug did it for me.' }],
  },
  {
    by: 'Imogen Stride',
    day: -9,
    hour: 21,
    likes: 6,
    body: 'First evening without a screen after eight, with a pot of lemon balm instead. Anyone want to do it together on Thursdays?',
    answers: [
      { by: 'Sanne Visser', hours: 1, body: 'Count me in.' },
      { by: 'Theo Ashdown', hours: 14, body: 'Me too. Half past eight?' },
      {
        by: 'Tobias Renner',
        hours: 15,
        thanks: 3,
        body: 'I will open a thread each Thursday at 20:30 London time.',
      },
    ],
  },
  {
    by: 'Casper Holm',
    day: -5,
    hour: 19,
    likes: 2,
    body: 'Which blend for somebody who finds peppermint too strong?',
    answers: [
      {
        by: 'Tobias Renner',
        hours: 2,
        thanks: 2,
        body: 'Spearmint, or a fennel and anise blend. Both are rounder.',
      },
    ],
  },
  {
    by: 'Emeka Obi',
    day: -2,
    hour: 20,
    likes: 1,
    body: 'Is the sampler box there for two people as well? I would like to give one away.',
  },
  {
    by: 'Lior Katz',
    day: -1,
    hour: 22,
    isHeld: true,
    body: 'Since I drink the evening blend I stopped taking my sleeping pills. You should stop taking your pills too, this tea cures insomnia.',
  },
];

const PREVIEW = {
  url: 'https://www.example.org/water-for-tea',
  title: 'Water for tea: why it matters and what to do',
  description: 'Hard water dulls a brew. How to tell, and three things that help.',
  siteName: 'example.org',
};

type Input = {
  calendar: Calendar;
  agents: readonly { id: string; name: string }[];
  contactPepper: string;
};

/** One community with its people and what they talk about. */
export function buildCommunity({ calendar, agents, contactPepper }: Input) {
  const random = seededRandom(SEED);
  const createdAt = calendar.at(-88, 9);
  const communityId = random.id(createdAt);
  const community: typeof communities.$inferInsert = {
    id: communityId,
    name: 'Evening Tea Circle',
    description:
      'For people who end the day with a pot of tea: blends, brewing, rituals and a friendly word.',
    subject: 'lifestyle',
    moderatorExpertId: agents.find(({ name }) => name === 'Fern')?.id ?? null,
    socialLinks: {
      twitter: 'https://x.com/example',
      facebook: 'https://www.facebook.com/example',
      discord: 'https://discord.com/invite/example',
    },
    settings: { whoMayPost: 'members', theme: 'light', allowedDomains: [] },
    apiKey: `ycm_${random.id(createdAt).replaceAll('-', '')}`,
    secretHash: null,
    isActive: true,
    createdAt,
    deletedAt: null,
    isDemo: true,
  };

  const lastDeeds = new Map<string, Date>();
  const noteDeed = (name: string, at: Date): void => {
    const before = lastDeeds.get(name);
    if (!before || before < at) lastDeeds.set(name, at);
  };
  const ids = new Map(PEOPLE.map(({ name, day }) => [name, random.id(calendar.at(day, 11))]));
  const memberId = (name: string): string => ids.get(name) ?? '';

  const posts: (typeof communityPosts.$inferInsert)[] = [];
  const reactions: (typeof communityReactions.$inferInsert)[] = [];
  const react = (postId: string, kind: 'like' | 'thanks', count: number, after: Date): void => {
    const present = PEOPLE.filter(
      ({ day, status, leftDay }) =>
        status === undefined && leftDay === undefined && calendar.at(day, 12) < after,
    );
    for (const { name } of random.shuffled(present).slice(0, count)) {
      const wish = calendar.minutesAfter(after, random.between(10, 1_500));
      const reactedAt = wish < calendar.now ? wish : calendar.now;
      noteDeed(name, reactedAt);
      reactions.push({
        postId,
        communityId,
        reactor: `member:${memberId(name)}`,
        memberId: memberId(name),
        kind,
        createdAt: reactedAt,
        isDemo: true,
      });
    }
  };
  const say = (by: string, body: string, postedAt: Date, parentId: string | null, talk?: Talk): string => {
    const id = random.id(postedAt);
    const isHeld = talk?.isHeld === true;
    if (!isHeld) noteDeed(by, postedAt);
    posts.push({
      id,
      communityId,
      parentId,
      memberId: memberId(by),
      authorName: by,
      body,
      link: firstLink(body),
      state: isHeld ? 'held' : 'published',
      flags: isHeld ? flagsOf(body, ['US', 'EU', 'UK']) : [],
      isPinned: talk?.isPinned ?? false,
      postedAt,
      createdAt: postedAt,
      isDemo: true,
    });
    return id;
  };
  for (const talk of TALKS) {
    const at = calendar.at(talk.day, talk.hour);
    const id = say(talk.by, talk.body, at, null, talk);
    react(id, 'like', talk.likes ?? 0, at);
    for (const answer of talk.answers ?? []) {
      const answeredAt = calendar.minutesAfter(at, answer.hours * 60);
      react(say(answer.by, answer.body, answeredAt, id), 'thanks', answer.thanks ?? 0, answeredAt);
    }
  }

  const members = PEOPLE.map(
    ({ name, day, type, status, handle, leftDay }): typeof communityMembers.$inferInsert => {
      const email = handle === undefined ? `${name.toLowerCase().replace(' ', '.')}@example.com` : null;
      const cameAt = calendar.at(day, 11);
      const isInvited = status === 'invited';
      return {
        id: memberId(name),
        communityId,
        name,
        email,
        emailKey: email,
        socialHandle: handle ?? null,
        handleKey: handle?.slice(1) ?? null,
        contactHash: email === null ? null : hashContact({ contactPepper }, 'email', email),
        memberType: type ?? 'member',
        status: leftDay === undefined ? (status ?? 'active') : 'left',
        joinedAt: isInvited ? null : cameAt,
        leftAt: leftDay === undefined ? null : calendar.at(leftDay, 9),
        lastActiveAt: lastDeeds.get(name) ?? null,
        invitedAt: isInvited ? cameAt : null,
        inviteState: null,
        createdAt: cameAt,
        isDemo: true,
      };
    },
  );

  return {
    communities: [community],
    communityMembers: members,
    communityPosts: posts,
    communityReactions: reactions,
    linkPreviews: [
      {
        ...PREVIEW,
        id: random.id(createdAt),
        state: 'ready' as const,
        imageUrl: null,
        fetchedAt: calendar.at(-14, 21),
        isDemo: true,
      },
    ] satisfies (typeof linkPreviews.$inferInsert)[],
  };
}
