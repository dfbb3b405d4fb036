import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getLeadConsent } from '#features/privacy/server/consents.ts';
import { removeDeletedPeople } from '#features/privacy/server/erase-lead.ts';
import { inTransaction, sql } from '#platform/db.ts';
import { eventually } from '#tests/support/eventually.ts';
import { startLeads, type TestLeads } from '#tests/support/leads.ts';
import type { NewLead } from '../contract.ts';
import { checkAddresses } from './addresses.ts';
import { deleteGroup, restoreGroup } from './groups/groups.ts';
import { createLead } from './intake/add-lead.ts';
import { tidyLeads } from './jobs.ts';
import { changeLead, deleteLead, getLead, restoreLead } from './lead-records.ts';
import { moveStage } from './stages.ts';
import { setLastContact } from './store.ts';

let bench: TestLeads;
beforeAll(async () => {
  bench = await startLeads();
});
afterAll(() => bench.close());
beforeEach(() => bench.renew({}));

async function addLead(number: number, given: Partial<NewLead> = {}) {
  const groupId = given.groupId ?? (await bench.createGroup()).id;
  const lead = {
    name: `Person ${number}`,
    email: `person${number}@brand.co`,
    platform: 'manual',
    behaviorSignal: '',
    legalGround: 'consent',
    consentWording: '',
    ...given,
    groupId,
  } as const;
  return createLead(bench.context, lead, MARA);
}

const MARA = {
  id: 'mara',
  email: 'mara@brand.co',
  role: 'member',
  firstName: 'Mara',
  lastName: 'Vale',
} as const;

describe('moving leads through the pipeline', () => {
  it('moves those who are not there yet, records each move, and leaves out the deleted', async () => {
    const [first, second, gone] = [await addLead(1), await addLead(2), await addLead(3)];
    await deleteLead(bench.context, gone.id);
    const at = new Date('2027-01-14T09:00:00Z');
    const ids = [first.id, second.id, gone.id];
    const moved = await inTransaction(bench.db, (tx) =>
      moveStage(bench.context, tx, ids, 'contacted', { at }),
    );
    expect(new Set(moved)).toEqual(new Set([first.id, second.id]));
    expect(await inTransaction(bench.db, (tx) => moveStage(bench.context, tx, ids, 'contacted'))).toEqual([]);
    expect(await getLead(bench.context, first.id)).toMatchObject({
      stage: 'contacted',
      nextAction: 'Wait for Response',
    });
    const events = await bench.eventsOfType('lead.stage_changed');
    expect(events.map(({ data }) => data)).toEqual([
      { from: 'new', to: 'contacted' },
      { from: 'new', to: 'contacted' },
    ]);
    const changed = await bench.rows<{ at: string }>(
      sql`select distinct extract(epoch from stage_changed_at)::int as at from leads where stage = 'contacted'`,
    );
    expect(changed).toEqual([{ at: at.getTime() / 1000 }]);
  });

  it('with onlyForward never takes anybody back', async () => {
    const [ahead, behind] = [await addLead(1), await addLead(2)];
    await changeLead(bench.context, ahead.id, { stage: 'qualified' });
    const moved = await inTransaction(bench.db, (tx) =>
      moveStage(bench.context, tx, [ahead.id, behind.id], 'engaged', { onlyForward: true }),
    );
    expect(moved).toEqual([behind.id]);
    expect(await getLead(bench.context, ahead.id)).toMatchObject({ stage: 'qualified' });
  });

  it('is undone with the transaction it is part of', async () => {
    const lead = await addLead(1);
    await inTransaction(bench.db, async (tx) => {
      await moveStage(bench.context, tx, [lead.id], 'engaged');
      throw new Error('back');
    }).catch(() => undefined);
    expect(await getLead(bench.context, lead.id)).toMatchObject({ stage: 'new' });
    expect(await bench.eventsOfType('lead.stage_changed')).toEqual([]);
  });
});

describe('the last contact', () => {
  it('is the latest one, in whatever order they are told', async () => {
    const lead = await addLead(1);
    const [earlier, later] = [new Date('2027-01-10T00:00:00Z'), new Date('2027-01-12T00:00:00Z')];
    for (const at of [later, earlier]) {
      await inTransaction(bench.db, (tx) => setLastContact(tx, [lead.id], at));
    }
    const after = await getLead(bench.context, lead.id);
    expect(after.lastContact).toBe(later.toISOString());
    expect(after.version).toBe(lead.version);
  });
});

describe('adding somebody by hand', () => {
  it('knows who is given by a number alone by number and name, so that a call made again adds nobody', async () => {
    const given = (name: string, more: Partial<NewLead> = {}) =>
      addLead(60, {
        name,
        email: undefined,
        handle: undefined,
        country: 'GB',
        phone: '+447700900660',
        ...more,
      });
    await given('Rosa Whit');
    await expect(given('rosa  WHIT', { phone: '07700 900660' })).rejects.toMatchObject({
      code: 'conflict',
      reason: 'lead_exists',
    });
    // One household, one telephone.
    expect((await given('Tom Whit')).name).toBe('Tom Whit');
    expect((await given('Rosa Whit', { email: 'rosa@whit.test' })).email).toBe('rosa@whit.test');
  });

  it('on the ground of consent notes who says so, with the wording where it is told', async () => {
    const lead = await addLead(1, { consentWording: 'News, v3' });
    const { records } = await getLeadConsent(bench.context, lead.id);
    expect(records).toMatchObject([
      {
        channel: 'email',
        ground: 'consent',
        source: 'noted',
        textVersion: 'News, v3',
        recordedBy: 'Mara Vale',
        proof: 'Noted by Mara Vale when this lead was added.',
      },
    ]);
    const customer = await addLead(2, { legalGround: 'customer' });
    expect((await getLeadConsent(bench.context, customer.id)).records).toEqual([]);
  });

  it('on the ground of consent opens what they agreed to, and the telephone only where that was said', async () => {
    const openTo = async (given: Partial<NewLead>, number: number) => {
      const lead = await addLead(number, { country: 'GB', phone: `+4477009006${number}`, ...given });
      const { channels } = await getLeadConsent(bench.context, lead.id);
      const open = channels.filter(({ obstacle }) => obstacle === null).map(({ channel }) => channel);
      return { ground: lead.legalGround, open };
    };
    expect(await openTo({}, 31)).toEqual({ ground: 'consent', open: ['email'] });
    expect(await openTo({ handle: 'dana31' }, 32)).toEqual({
      ground: 'consent',
      open: ['email', 'social_dm'],
    });
    expect(await openTo({ consentChannels: ['whatsapp'] }, 33)).toEqual({
      ground: 'legitimate_interest',
      open: ['whatsapp'],
    });
    expect(await openTo({ consentChannels: ['email', 'sms', 'sms'] }, 34)).toEqual({
      ground: 'consent',
      open: ['email', 'sms'],
    });
    expect(await openTo({ legalGround: 'customer', consentChannels: ['whatsapp'] }, 35)).toEqual({
      ground: 'customer',
      open: ['email', 'social_dm', 'whatsapp'],
    });
  });

  it('judges nobody by a topic that nobody gave', async () => {
    const lead = await addLead(3, { behaviorSignal: 'Can anyone recommend a plumber? Happy to pay.' });
    expect(lead.scoreReasons.length).toBeGreaterThan(0);
    expect(lead.scoreReasons.map(({ rule }) => rule)).not.toContain('off_topic');
  });
});

describe('the check of an address', () => {
  it('answers at once when it is quick', async () => {
    expect(await addLead(1)).toMatchObject({ contactStatus: 'email_verified' });
    expect(await bench.eventsOfType('addresses.checked')).toHaveLength(1);
  });

  it('answers pending when it is slow, and the job settles it without a new version', async () => {
    const answer = Promise.withResolvers<void>();
    await bench.renew({
      enrichment: {
        hasWebhook: false,
        checkAddress: async () => {
          await answer.promise;
          return { deliverability: 'unknown', isRole: false, isDisposable: false };
        },
      },
    });
    const lead = await addLead(1);
    expect(lead.contactStatus).toBe('enrichment_pending');
    answer.resolve();
    await eventually(async () => {
      expect(await getLead(bench.context, lead.id)).toEqual({
        ...lead,
        contactStatus: 'manual_verification',
      });
    });
    expect(await bench.eventsOfType('addresses.checked')).toHaveLength(1);
  });

  it('does not overwrite what a person decided meanwhile', async () => {
    const answer = Promise.withResolvers<void>();
    await bench.renew({
      enrichment: {
        hasWebhook: false,
        checkAddress: async () => {
          await answer.promise;
          return { deliverability: 'bad', isRole: false, isDisposable: false };
        },
      },
    });
    const lead = await addLead(1);
    await changeLead(bench.context, lead.id, { contactStatus: 'verified' });
    answer.resolve();
    await checkAddresses(bench.context, [lead.id]);
    expect(await getLead(bench.context, lead.id)).toMatchObject({ contactStatus: 'verified' });
  });
});

describe('tidying', () => {
  it('keeps what was deleted for a day and then removes it, groups included', async () => {
    const lead = await addLead(1);
    const group = await bench.createGroup();
    await deleteLead(bench.context, lead.id);
    await deleteGroup(bench.context, group.id);
    await tidyLeads(bench.context);
    await removeDeletedPeople(bench.context);
    await restoreLead(bench.context, lead.id);
    await deleteLead(bench.context, lead.id);
    await bench.db.execute(sql`update leads set deleted_at = now() - interval '25 hours'`);
    await bench.db.execute(
      sql`update lead_groups set deleted_at = now() - interval '25 hours' where id = ${group.id}`,
    );
    await tidyLeads(bench.context);
    await removeDeletedPeople(bench.context);
    await expect(restoreLead(bench.context, lead.id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(restoreGroup(bench.context, group.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('leaves an address whose check never ended to a person after a day', async () => {
    // Added without its address, so that no check of it is under way beside this test.
    const lead = await addLead(1, { email: undefined });
    await bench.db.execute(
      sql`update leads set email = 'late@brand.co', contact_status = 'enrichment_pending',
        updated_at = now() - interval '25 hours'`,
    );
    await tidyLeads(bench.context);
    expect(await getLead(bench.context, lead.id)).toMatchObject({ contactStatus: 'manual_verification' });
  });
});
