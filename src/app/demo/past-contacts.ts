import type { Chain, DemoCampaign } from './funnel.ts';
import { createNames } from './people.ts';
import { type Random, seededRandom } from './random.ts';
import { CAMPAIGNS, type GroupKey } from './story.ts';

/**
 * Somebody who is no lead any more: what stays with the events, see `forgetInEvents`. These people are made up,
 * so their name stays too, and the rows behind a figure say who it was.
 */
export type PastContact = { leadId: string; data: { group: string; platform: string; person: string } };

type Known = PastContact & {
  groupKey: GroupKey;
  day: number;
  campaigns: Set<DemoCampaign>;
  hasBought: boolean;
};

// Apart from the rest of the story, which must not change when somebody is added here.
const SEED = 20_260_417;

/** How often somebody who went on came from each group and place: what makes one stand out against the others. */
const GROUP_WEIGHT: Record<GroupKey, { looked: number; went: number }> = {
  workplace: { looked: 1.2, went: 1 },
  marathon: { looked: 1, went: 1.1 },
  winter: { looked: 1, went: 1 },
  evening: { looked: 1, went: 1.7 },
};
const PLATFORM_WEIGHT = [
  { platform: 'practice', looked: 6, went: 5 },
  { platform: 'import', looked: 2.4, went: 2.2 },
  { platform: 'manual', looked: 0.8, went: 1.6 },
] as const;

/** About every fifth was written to before, by another campaign: so a purchase can have begun somewhere else. */
const RETURNING = 0.2;

/** Gives each message to nobody we still know the person it went to; messages come in the order of their days. */
export function createPastContacts(
  groups: Record<GroupKey, { id: string }>,
  { at, taken }: { at: (day: number) => Date; taken: ReadonlySet<string> },
): { of: (chain: Chain) => PastContact } {
  const random = seededRandom(SEED);
  const nextName = createNames(taken);
  const known: Known[] = [];

  function returning({ campaign, day }: Chain): Known | undefined {
    if (random.next() >= RETURNING || known.length === 0) return undefined;
    const ofCampaign: readonly GroupKey[] = CAMPAIGNS[campaign].groups;
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const one = random.pick(known);
      const fits = ofCampaign.includes(one.groupKey) && !one.campaigns.has(campaign) && !one.hasBought;
      if (fits && one.day < day && day - one.day <= 80) return one;
    }
    return undefined;
  }

  function newcomer({ campaign, day, depth }: Chain): Known {
    const went = depth >= 1;
    const groupKey = weighted(
      random,
      CAMPAIGNS[campaign].groups,
      (key) => GROUP_WEIGHT[key][went ? 'went' : 'looked'],
    );
    const { platform } = weighted(random, PLATFORM_WEIGHT, (one) => one[went ? 'went' : 'looked']);
    const leadId = random.id(at(day - 3));
    const one = {
      leadId,
      data: { group: groups[groupKey].id, platform, person: nextName() },
      groupKey,
      day,
      campaigns: new Set<DemoCampaign>(),
      hasBought: false,
    };
    known.push(one);
    return one;
  }

  return {
    of(chain) {
      const one = returning(chain) ?? newcomer(chain);
      one.campaigns.add(chain.campaign);
      one.day = chain.day;
      one.hasBought ||= chain.depth === 3;
      return { leadId: one.leadId, data: one.data };
    },
  };
}

function weighted<T>(random: Random, items: readonly T[], weight: (item: T) => number): T {
  let left = random.next() * items.reduce((sum, item) => sum + weight(item), 0);
  for (const item of items) {
    left -= weight(item);
    if (left <= 0) return item;
  }
  return random.pick(items);
}
