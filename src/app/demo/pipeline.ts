import type { Stage } from '#features/leads/contract.ts';
import type { Calendar } from './calendar.ts';
import { type Chain, type DemoCampaign, type Depth, type Span } from './funnel.ts';
import type { Random } from './random.ts';
import { CAMPAIGNS, type GroupKey } from './story.ts';

/** How somebody can be reached: by mail, not at all, only at the account they wrote from, or no longer. */
export type Reach = 'mail' | 'nowhere' | 'account' | 'bounced' | 'unsubscribed';

/** One person's place in the pipeline, with the message that brought them there. */
export type Place = {
  group: GroupKey;
  stage: Stage;
  reach: Reach;
  /** Day on which the person was found, and the hour of it. */
  foundDay: number;
  foundHour: number;
  chain: Chain | null;
};

type GroupPlan = Record<Stage, number> & {
  /** Of the new ones, how many cannot be reached by mail. */
  unreachedNew: number;
  /** Of those written to: only by direct message, bounced, unsubscribed. */
  account: number;
  bounced: number;
  unsubscribed: number;
  /** Of those written to, how many were found this month. */
  foundThisMonth: number;
};

/** 89, 156, 98, 43 and 27 people; with the new ones, 127 of them were found this month. */
const PIPELINE: Record<GroupKey, GroupPlan> = {
  evening: {
    new: 30,
    contacted: 20,
    engaged: 9,
    qualified: 2,
    converted: 3,
    unreachedNew: 20,
    account: 0,
    bounced: 2,
    unsubscribed: 1,
    foundThisMonth: 7,
  },
  winter: {
    new: 24,
    contacted: 53,
    engaged: 37,
    qualified: 14,
    converted: 10,
    unreachedNew: 12,
    account: 22,
    bounced: 5,
    unsubscribed: 3,
    foundThisMonth: 12,
  },
  marathon: {
    new: 20,
    contacted: 46,
    engaged: 30,
    qualified: 14,
    converted: 7,
    unreachedNew: 9,
    account: 33,
    bounced: 3,
    unsubscribed: 2,
    foundThisMonth: 11,
  },
  workplace: {
    new: 15,
    contacted: 37,
    engaged: 22,
    qualified: 13,
    converted: 7,
    unreachedNew: 6,
    account: 23,
    bounced: 2,
    unsubscribed: 2,
    foundThisMonth: 8,
  },
};

const DEPTH: Record<Exclude<Stage, 'new'>, Depth> = { contacted: 0, engaged: 1, qualified: 2, converted: 3 };

/** Everybody's place, taking the messages of those written to out of `chains`. */
export function planPipeline(chains: readonly Chain[], calendar: Calendar, random: Random): Place[] {
  const pool = createPool(chains, random);
  return Object.entries(PIPELINE).flatMap(([key, plan]) => {
    const group = groupKeyOf(key);
    return [...newPeople(group, plan, calendar, random), ...writtenTo(group, plan, pool, calendar, random)];
  });
}

function groupKeyOf(key: string): GroupKey {
  if (key === 'evening' || key === 'winter' || key === 'marathon' || key === 'workplace') return key;
  throw new Error(`no group ${key}`);
}

const HOUR_OF_MORNING_RUN = 6.5;
/** Runs of today, which is only partly over, end shortly before now. */
const HOUR_OF_LAST_RUN = 21;

/** Of the new ones of a group, how many were found today. */
const FOUND_TODAY: Record<GroupKey, number> = { evening: 12, winter: 8, marathon: 0, workplace: 0 };

/** Days of the last week on which people were searched for, in this month. */
function runDays({ firstOfMonth }: Calendar): number[] {
  return firstOfMonth === 0 ? [0] : [-6, -4, -1].filter((day) => day >= firstOfMonth);
}

function newPeople(group: GroupKey, plan: GroupPlan, calendar: Calendar, random: Random): Place[] {
  return Array.from({ length: plan.new }, (_, index): Place => {
    const foundDay = index < FOUND_TODAY[group] ? 0 : random.pick(runDays(calendar).slice(-2));
    return {
      group,
      stage: 'new',
      // The first ones are those from the pictures, who can be reached.
      reach: index < plan.new - plan.unreachedNew ? 'mail' : 'nowhere',
      foundDay,
      foundHour: index < FOUND_TODAY[group] ? HOUR_OF_LAST_RUN : HOUR_OF_MORNING_RUN,
      chain: null,
    };
  });
}

function writtenTo(
  group: GroupKey,
  plan: GroupPlan,
  pool: Pool,
  calendar: Calendar,
  random: Random,
): Place[] {
  const stages = (['converted', 'qualified', 'engaged', 'contacted'] as const).flatMap((stage) =>
    Array<Exclude<Stage, 'new'>>(plan[stage]).fill(stage),
  );
  const special = { bounced: plan.bounced, unsubscribed: plan.unsubscribed, account: plan.account };
  const reaches = stages.map((stage, index): Reach => {
    if (stage !== 'contacted' && stage !== 'engaged') return 'mail';
    if (stage === 'contacted' && special.bounced > 0) {
      special.bounced -= 1;
      return 'bounced';
    }
    if (stage === 'contacted' && special.unsubscribed > 0) {
      special.unsubscribed -= 1;
      return 'unsubscribed';
    }
    // Two in three of those from here on, until all who have only an account are placed.
    const isLeftOver = stages.length - index <= special.account;
    if (special.account === 0 || (index % 3 === 0 && !isLeftOver)) return 'mail';
    special.account -= 1;
    return 'account';
  });
  const recent = new Set(random.shuffled(stages.map((_, index) => index)).slice(0, plan.foundThisMonth));
  return stages.map((stage, index) => {
    const reach = reaches[index] ?? 'mail';
    const isRecent = recent.has(index);
    const chain = pool.take({ group, depth: DEPTH[stage], isAccount: reach === 'account', isRecent });
    return {
      group,
      stage,
      reach,
      chain,
      ...(isRecent ? meetThisMonth : meetEarlier)(chain, calendar, random),
    };
  });
}

/** Found this month and written to since; on the first of a month all of it happened today. */
function meetThisMonth(chain: Chain, calendar: Calendar, random: Random) {
  const { firstOfMonth } = calendar;
  chain.day = firstOfMonth === 0 ? 0 : -random.between(1, Math.min(5, Math.max(1, -firstOfMonth - 1)));
  const days = runDays(calendar).filter((day) => day <= chain.day);
  return { foundDay: days.length > 0 ? random.pick(days) : chain.day, foundHour: HOUR_OF_MORNING_RUN };
}

/** Found before this month and before the message; runs were every two weeks then. */
function meetEarlier(chain: Chain, { firstOfMonth }: Calendar, random: Random) {
  const latest = Math.min(chain.day, firstOfMonth) - 1;
  return {
    foundDay: Math.floor((latest - random.between(0, 20)) / 14) * 14,
    foundHour: HOUR_OF_MORNING_RUN,
  };
}

type Wish = { group: GroupKey; depth: Depth; isAccount: boolean; isRecent: boolean };
type Pool = { take: (wish: Wish) => Chain };

/** The messages that nobody has been given yet, by campaign, span and depth. */
function createPool(chains: readonly Chain[], random: Random): Pool {
  const keyOf = (campaign: DemoCampaign, span: Span, depth: Depth): string => `${campaign} ${span} ${depth}`;
  const byKey = Map.groupBy(random.shuffled(chains), ({ campaign, span, depth }) =>
    keyOf(campaign, span, depth),
  );

  const campaignFor = ({ group, isAccount, isRecent }: Wish): DemoCampaign => {
    if (isAccount) return 'weight-loss-q1';
    const keys = (['liver-health-winter', 'weight-loss-q1', 'immune-support-holiday'] as const).filter(
      (key) => CAMPAIGNS[key].groups.includes(group),
    );
    // The completed campaign wrote to nobody today.
    return random.pick(isRecent ? keys.filter((key) => key !== 'immune-support-holiday') : keys);
  };
  const spanFor = (isRecent: boolean): Span => {
    const chance = random.next();
    if (isRecent || chance < 0.03) return 'thisWeek';
    if (chance < 0.14) return 'weekBefore';
    return chance < 0.55 ? 'month' : 'quarter';
  };

  return {
    take(wish) {
      for (let attempt = 0; attempt < 200; attempt += 1) {
        const chain = byKey.get(keyOf(campaignFor(wish), spanFor(wish.isRecent), wish.depth))?.pop();
        if (chain) return chain;
      }
      throw new Error('no message is left for somebody in the pipeline');
    },
  };
}
