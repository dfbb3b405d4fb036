import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Campaign } from '#features/campaigns/contract.ts';
import type { CampaignPreview } from '#features/campaigns/contract-preview.ts';
import type { MessageSource } from '#features/delivery/contract.ts';
import { sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { createCampaign, groupOf, messagesOf, untilMessages } from '#tests/support/campaigns.ts';
import type { TestClient } from '#tests/support/client.ts';

let app: TestApp;
let member: TestClient;

beforeAll(async () => {
  app = await startTestApp();
  member = await app.as('member');
});
afterAll(() => app.close());

const GERMAN = {
  channel: 'email',
  delayHours: 0,
  subject: 'Unser Tee ist wieder da',
  body: 'Guten Tag {{firstName}},\n\n{{opening}}\n\nunser Abendtee ist wieder da. Wir freuen uns auf Sie.\n\nhttps://tee.test/liste',
};
const FRENCH = {
  ...GERMAN,
  subject: 'Notre tisane est de retour',
  body: 'Bonjour {{firstName}},\n\n{{opening}}\n\nnotre tisane du soir est de retour. Nous vous attendons.',
};

describe('a mail in another language than English', () => {
  it('is in that language from its head to its foot, as the preview shows it, and so is what its links lead to', async () => {
    const { groupId } = await groupOf(member, [{ name: 'x_ann_92', email: 'ann@example.com' }], 'German');
    const fields = { channels: ['email'], targetGroups: [groupId], steps: [GERMAN] };
    const preview = await member.post<CampaignPreview>('/api/campaigns/preview', {
      name: 'W',
      landingPageUrl: 'https://landing.test/evenings',
      ...fields,
    });
    const shown = preview.sample?.messages[0]?.html;
    expect(shown?.links).toEqual(['Ihre Daten', 'Abmelden']);
    expect(shown?.footer[0]).toMatch(/^Sie erhalten dies, weil Sie zugestimmt haben; .* aufgenommen\.$/);

    const campaign = await createCampaign(member, { ...fields, status: 'active' });
    const [message] = await untilMessages(member, campaign.id, { outbox: 1 });
    const { raw } = await member.get<MessageSource>(`/api/messages/${message?.id}/source`);
    const mail = await PostalMime.parse(raw);
    expect(mail.text).toContain('Guten Tag,\n');
    expect(mail.text).toContain('Sie haben zugestimmt, von uns zu hören');
    expect(mail.text).toMatch(/Ihre Daten: \S+\/n\/\S+\?lang=de/);
    expect(mail.text).toMatch(/Abmelden: \S+\/u\/\S+\?lang=de/);
    expect(mail.html).not.toContain('lang="en"');
    expect(mail.html).toContain('>Weiterlesen<');
    expect(mail.html).toContain('>Zur Seite<');
    expect(`${mail.text}${mail.html}`).not.toMatch(/you |Unsubscribe|Your data|read more|see the page/i);
    const header = /^List-Unsubscribe: <([^>]+)>/m.exec(raw.replaceAll('\r\n ', ' '))?.[1]?.trim() ?? '';
    expect(mail.text).toContain(`Abmelden: ${header}`);

    const visitor = app.visitor();
    const leave = new URL(header);
    const page = async (method: 'GET' | 'POST', path: string, body?: string) =>
      (
        await visitor.call(method, path, {
          ...(body === undefined
            ? {}
            : { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
        })
      ).text();
    expect(await page('GET', leave.pathname + leave.search)).toContain('<button>Abmelden</button>');
    const data = leave.pathname.replace('/u/', '/n/');
    expect(await page('GET', `${data}?lang=de`)).toContain('Löschen Sie meine Daten');
    expect(await page('POST', `${data}?lang=de`, 'choice=access')).toContain('Ihr Wunsch ist notiert');
    const gone = await page('POST', leave.pathname + leave.search);
    expect(gone).toContain('Sie sind abgemeldet');
    expect(gone).toContain('<html lang="de">');
    expect(await page('GET', leave.pathname)).toContain('You are unsubscribed');
    expect(await page('GET', `${leave.pathname}?lang=pt`)).toContain('You are unsubscribed');
  });

  it('follows its text when that is written anew while messages wait', async () => {
    const { groupId } = await groupOf(member, [{ name: 'Ann Lee', email: 'anna@example.com' }], 'Changing');
    const { id } = await createCampaign(member, {
      status: 'active',
      channels: ['email'],
      targetGroups: [groupId],
      steps: [
        { ...GERMAN, subject: 'Our tea is back', body: '{{opening}} Our evening tea is here for you.' },
      ],
      startsAt: new Date(Date.now() + 86_400_000).toISOString(),
    });
    await untilMessages(member, id, { queued: 1 });
    const textNow = async (): Promise<string> => (await messagesOf(member, id))[0]?.body ?? '';
    expect(await textNow()).toContain('You receive this because you agreed to it');
    await member.patch<Campaign>(`/api/campaigns/${id}`, { steps: [FRENCH] });
    expect(await textNow()).toMatch(/Bonjour Ann,\n\nVous avez accepté de recevoir de nos nouvelles/);
    expect(await textNow()).toContain('Vous recevez ce message parce que vous l’avez accepté');
    expect(await textNow()).toContain('Se désabonner: ');
  });
});

describe('the picture that tells of an opened mail', () => {
  it('is in the HTML of mails once a workspace counts them, and leads to their touchpoint', async () => {
    const admin = await app.as('admin');
    const htmlOf = async (id: string | undefined): Promise<string> => {
      const { raw } = await member.get<MessageSource>(`/api/messages/${id}/source`);
      const { html = '', text = '' } = await PostalMime.parse(raw);
      expect(text).not.toContain('/o/');
      return html;
    };
    const launch = async (email: string): Promise<string> => {
      const { groupId } = await groupOf(member, [{ email }], email);
      const steps = [0, 48].map((delayHours) => ({ ...FRENCH, delayHours }));
      return (await createCampaign(member, { status: 'active', targetGroups: [groupId], steps })).id;
    };
    const leftOf = async (id: string) =>
      (await untilMessages(member, id, { outbox: 1, queued: 1 })).find(({ status }) => status === 'outbox')
        ?.id;
    const uncounted = await launch('uncounted@example.com');
    expect(await htmlOf(await leftOf(uncounted))).not.toContain('/o/');
    await admin.patch('/api/settings/workspace', { countsOpens: true });
    const counted = await launch('counted@example.com');
    const first = await leftOf(counted);
    const html = await htmlOf(first);
    const [, picture = ''] =
      /<img[^>]*src="[^"]*(\/o\/[\w-]{22})"[^>]*width="1"/.exec(html.replace(/\s+/g, ' ')) ?? [];
    // Who has the picture's address can't unsubscribe the person.
    expect(html).not.toContain(picture.replace('/o/', '/u/'));
    expect((await app.visitor().call('GET', picture)).headers.get('content-type')).toBe('image/gif');
    // What was composed before it was turned off leaves without.
    await admin.patch('/api/settings/workspace', { countsOpens: false });
    await app.app.db.execute(sql`update messages set due_at = now() where campaign_id = ${counted}`);
    const left = await untilMessages(member, counted, { outbox: 2 });
    const second = await htmlOf(left.find(({ id }) => id !== first)?.id);
    expect(second).not.toContain('/o/');
    expect(second).toContain('/u/');
    expect(second).not.toContain('width="1"');
  });
});
