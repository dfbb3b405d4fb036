import { hashContact } from '#features/compliance/server/hash-contact.ts';
import type { suppressions } from '#features/compliance/server/tables.ts';
import type { Stage } from '#features/leads/contract.ts';
import type { NewEvent } from '#features/tracking/server/event-subscribers.ts';
import type { NewTouchpoint } from '#features/tracking/server/touchpoint-store.ts';
import type { Calendar } from './calendar.ts';
import { type DemoCampaigns, type MessageRow, messageTo, messageToErased } from './campaigns.ts';
import { type Chain, DEMO_CAMPAIGNS, type DemoCampaign } from './funnel.ts';
import type { DemoLead } from './leads.ts';
import { createPastContacts } from './past-contacts.ts';
import type { Random } from './random.ts';
import { CAMPAIGNS, type GroupKey } from './story.ts';

type SuppressionRow = typeof suppressions.$inferInsert;

type Input = {
  chains: readonly Chain[];
  people: readonly DemoLead[];
  groups: Record<GroupKey, { id: string }>;
  ids: Record<DemoCampaign, string>;
  steps: DemoCampaigns['steps'];
  calendar: Calendar;
  random: Random;
  contactPepper: string;
};

export type Journeys = {
  messages: MessageRow[];
  touchpoints: NewTouchpoint[];
  suppressions: SuppressionRow[];
  events: NewEvent[];
};

/** Every message that left with all that came of it; carries those who are still there through the pipeline. */
export function buildJourneys(input: Input): Journeys {
  const { chains, people, groups, ids, steps, calendar, random, contactPepper } = input;
  const leadOf = new Map(
    people.flatMap((lead) => (lead.place.chain ? [[lead.place.chain, lead] as const] : [])),
  );
  const journeys: Journeys = { messages: [], touchpoints: [], suppressions: [], events: [] };
  const priceOf = createPrices(chains, random);
  const past = createPastContacts(groups, {
    at: (day) => calendar.at(day, 12),
    taken: new Set(people.map(({ row }) => row.name)),
  });

  for (const chain of chains) {
    const lead = leadOf.get(chain);
    const campaignId = ids[chain.campaign];
    const own = steps.filter((step) => step.campaignId === campaignId);
    const channel = lead ? channelOf(lead) : channelOfErased(chain, random);
    const [first, ...later] = own.filter((step) => step.channel === channel);
    if (!first) throw new Error('the campaign has no step for this channel');
    const followUp = later[0];
    const step = !lead && followUp && random.next() < 0.3 ? followUp : first;

    const times = timesOf(chain, calendar, random);
    const written = lead
      ? messageTo({ lead, channel, campaignId, step, sentAt: times.sent, random, contactPepper })
      : { message: messageToErased({ campaignId, step, sentAt: times.sent, random }), touchpoint: null };
    const { message } = written;
    const person = lead ? { leadId: lead.row.id ?? null, data: {} } : past.of(chain);
    journeys.messages.push(message);
    if (written.touchpoint) journeys.touchpoints.push(written.touchpoint);

    const record = (type: NewEvent['type'], occurredAt: Date, more: Partial<NewEvent> = {}): void => {
      journeys.events.push({
        type,
        occurredAt,
        campaignId,
        leadId: person.leadId,
        messageId: message.id,
        channel,
        ...more,
        data: { ...person.data, ...more.data },
      });
    };
    record('message.sent', times.sent);
    if (chain.depth >= 1) {
      record('link.clicked', times.clicked, { data: { link: 0 } });
      record('landing.visited', times.visited);
      // About one in eight of those who look also writes back.
      if (random.next() < 0.12) record('reply.received', times.replied);
    }
    if (chain.depth >= 2) record('landing.converted', times.converted);
    if (chain.depth === 3) {
      const { item } = CAMPAIGNS[chain.campaign];
      record('purchase.made', times.bought, { valueCents: priceOf(chain), data: { item } });
    }
    const end = lead ? lead.place.reach : chain.depth === 0 ? fateOfErased(random) : 'mail';
    if (end === 'bounced') {
      message.status = 'bounced';
      record('message.bounced', calendar.minutesAfter(times.sent, chain.day < 0 ? 1 : 0));
    }
    if (end === 'unsubscribed') {
      record('contact.unsubscribed', times.clicked);
      journeys.suppressions.push({
        id: random.id(times.clicked),
        contactHash: message.contactHash ?? hashContact({ contactPepper }, 'email', `removed-${message.id}`),
        reason: 'unsubscribed',
        leadId: message.leadId ?? null,
        campaignId,
        createdAt: times.clicked,
        isDemo: true,
      });
    }
    if (lead) journeys.events.push(...carry(lead, times, random));
  }
  journeys.events.push(...spendOf(chains, ids, calendar));
  return journeys;
}

type Times = Record<'sent' | 'clicked' | 'visited' | 'replied' | 'converted' | 'bought', Date>;

/** All on one day between eight in the morning and seven in the evening, so that no day's end is near. */
function timesOf({ day }: Chain, calendar: Calendar, random: Random): Times {
  const sent = 8 + random.next() * 7;
  const clicked = sent + 0.03 + random.next() * 2;
  const visited = clicked + 0.001;
  const converted = visited + 0.02 + random.next() * 0.3;
  const bought = converted + 0.08 + random.next() * 0.9;
  return {
    sent: calendar.at(day, sent),
    clicked: calendar.at(day, clicked),
    visited: calendar.at(day, visited),
    replied: calendar.at(day, visited + 0.3),
    converted: calendar.at(day, converted),
    bought: calendar.at(day, bought),
  };
}

function channelOf({ place }: DemoLead): 'email' | 'social_dm' {
  return place.reach === 'account' ? 'social_dm' : 'email';
}

function channelOfErased({ campaign }: Chain, random: Random): 'email' | 'social_dm' {
  return CAMPAIGNS[campaign].channels.includes('social_dm') && random.next() < 0.25 ? 'social_dm' : 'email';
}

function fateOfErased(random: Random): 'mail' | 'bounced' | 'unsubscribed' {
  const chance = random.next();
  if (chance < 0.009) return 'bounced';
  return chance < 0.014 ? 'unsubscribed' : 'mail';
}

/** Purchases scattered around the campaign's basket in pairs, so that each span adds up to so many baskets. */
function createPrices(chains: readonly Chain[], random: Random): (chain: Chain) => number {
  const spanOf = ({ campaign, span }: Chain): string => `${campaign} ${span}`;
  const left = new Map(
    [...Map.groupBy(chains, spanOf)].map(([key, ofSpan]) => [
      key,
      ofSpan.filter(({ depth }) => depth === 3).length,
    ]),
  );
  const owed = new Map<string, number>();
  return (chain) => {
    const key = spanOf(chain);
    const remaining = (left.get(key) ?? 0) - 1;
    left.set(key, remaining);
    const { basketCents } = CAMPAIGNS[chain.campaign];
    const balance = owed.get(key);
    owed.delete(key);
    if (balance !== undefined) return basketCents + balance;
    if (remaining === 0) return basketCents;
    const difference = random.pick([0, 500, 900, 1200, 1600, 2100]);
    owed.set(key, difference);
    return basketCents - difference;
  };
}

/** What was spent on a day is paid for that day's conversions, at the time of the last of them. */
function spendOf(
  chains: readonly Chain[],
  ids: Record<DemoCampaign, string>,
  calendar: Calendar,
): NewEvent[] {
  return DEMO_CAMPAIGNS.flatMap((campaign) => {
    const converted = chains.filter((chain) => chain.campaign === campaign && chain.depth >= 2);
    return [...Map.groupBy(converted, ({ day }) => day)].map(
      ([day, ofDay]): NewEvent => ({
        type: 'spend.recorded',
        campaignId: ids[campaign],
        occurredAt: calendar.at(day, 20),
        valueCents: ofDay.length * CAMPAIGNS[campaign].costPerConversionCents,
      }),
    );
  });
}

/** The stages with what carried people there, as the pipeline would have moved them. */
const ARRIVALS = [
  ['contacted', 'sent', 'message.sent'],
  ['engaged', 'clicked', 'link.clicked'],
  ['qualified', 'converted', 'landing.converted'],
  ['converted', 'bought', 'purchase.made'],
] as const satisfies readonly (readonly [Stage, keyof Times, NewEvent['type']])[];

/** Moves a person as far as their chain goes, and notes it with them. */
function carry({ row, place }: DemoLead, times: Times, random: Random): NewEvent[] {
  const depth = place.chain?.depth ?? 0;
  let from: Stage = 'new';
  const moves = ARRIVALS.slice(0, depth + 1).map(([stage, time, because]): NewEvent => {
    const move = {
      type: 'lead.stage_changed' as const,
      leadId: row.id ?? null,
      occurredAt: times[time],
      data: { from, to: stage, because },
    };
    from = stage;
    row.stageChangedAt = times[time];
    return move;
  });
  row.lastContactAt = times.sent;
  // A third of those who bought have been shown around already.
  row.isOnboarded = place.stage === 'converted' && random.next() < 0.34;
  return moves;
}
