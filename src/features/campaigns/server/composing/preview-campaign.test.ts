import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MessageSource } from '#features/delivery/contract.ts';
import { countriesWithZone, zoneOfCountry } from '#features/leads/rules-time-zones.ts';
import type { ShownBlock, ShownSpan } from '#features/mail/contract.ts';
import { newId } from '#kit/id.ts';
import { sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { createCampaign, groupOf, untilMessages } from '#tests/support/campaigns.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { CampaignPreview } from '../../contract-preview.ts';

let app: TestApp;
let member: TestClient;

beforeAll(async () => {
  app = await startTestApp();
  member = await app.as('member');
});
afterAll(() => app.close());

const LETTER = [
  'Subject: Six winter evenings',
  '# Six winter evenings',
  'Hi {{firstName|there}}, there is **soup**.',
  '- one pot\n- three drinks',
  '1. Come\n2. Ask',
  '| Day | Soup |\n| --- | --- |\n| Monday | Leek |',
  'See [all dates]({{landingPage}}) or [the kitchen](https://kitchen.test/soup).',
].join('\n\n');

/** What a preview draws, as HTML would say it. */
function drawn(blocks: readonly ShownBlock[]): string {
  const line = (spans: readonly ShownSpan[]): string =>
    spans
      .map(({ text, isBold, href }) => {
        const words = isBold ? `<strong>${text}</strong>` : text;
        return href === null ? words : `<a>${words}</a>`;
      })
      .join('');
  return blocks
    .map((block) => {
      switch (block.kind) {
        case 'heading':
          return `<h${block.level}>${line(block.line)}</h${block.level}>`;
        case 'paragraph':
          return `<p>${block.lines.map(line).join('<br>')}</p>`;
        case 'button':
          return `<p><a>${line(block.line)}</a></p>`;
        case 'table': {
          const row = (cells: ShownSpan[][], tag: string) =>
            `<tr>${cells.map((cell) => `<${tag}>${line(cell)}</${tag}>`).join('')}</tr>`;
          return `<table>${block.rows.map((cells, index) => row(cells, index === 0 ? 'th' : 'td')).join('')}</table>`;
        }
        case 'list': {
          const tag = block.items[0]?.number === null ? 'ul' : 'ol';
          return `<${tag}>${block.items.map((item) => `<li>${line(item.line)}</li>`).join('')}</${tag}>`;
        }
        default:
          return block.kind;
      }
    })
    .join('')
    .replaceAll('</strong><strong>', '');
}

describe('the preview of a mail', () => {
  it('shows the HTML part that leaves, made of the headings, lists, tables and links of the chosen asset', async () => {
    const assetId = newId();
    await app.app.db.execute(
      sql`insert into content_assets (id, name, type, content) values (${assetId}, 'Letter', 'email', ${LETTER})`,
    );
    const { groupId } = await groupOf(member, [{ name: 'Ann Lee', email: 'ann@example.com' }]);
    const fields = {
      channels: ['email'],
      targetGroups: [groupId],
      selectedContentAssets: [assetId],
      landingPageUrl: 'https://landing.test/evenings',
    };
    const preview = await member.post<CampaignPreview>('/api/campaigns/preview', { name: 'W', ...fields });
    const shown = preview.sample?.messages[0];
    expect(shown?.subject).toBe('Six winter evenings');
    const spans = shown?.html?.blocks.flatMap((block) =>
      block.kind === 'paragraph' ? block.lines.flat() : [],
    );
    expect(spans).toContainEqual({
      text: 'Ann',
      isBold: false,
      isItalic: false,
      isPersonal: true,
      href: null,
    });
    expect(spans?.map(({ href }) => href)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('https://landing.test/evenings?utm_source'),
        'https://kitchen.test/soup',
      ]),
    );

    const campaign = await createCampaign(member, { ...fields, status: 'active' });
    const [message] = await untilMessages(member, campaign.id, { outbox: 1 });
    const { raw } = await member.get<MessageSource>(`/api/messages/${message?.id}/source`);
    const mail = await PostalMime.parse(raw);
    const body = /<h1[^]*(?=<hr)/.exec(mail.html ?? '')?.[0] ?? '';
    const bare = body.replace(/<(\w+)\s[^>]*>/g, '<$1>').replace(/<\/?tbody>/g, '');
    expect(drawn(shown?.html?.blocks ?? [])).toBe(bare.replaceAll('\n', ''));
    expect(mail.text?.split('\n\n--\n\n')[0]).toMatch(
      /^Six winter evenings\n\nHi Ann, there is soup\.\n\n- one pot\n- three drinks\n\n1\. Come\n2\. Ask\n\nDay · Soup\nMonday · Leek\n\nSee all dates <\S+> or the kitchen <\S+>\.$/,
    );
    expect(mail.html).toContain('Unsubscribe');
  });
});

describe('the time zone of a recipient', () => {
  it('is that of any country or of a place, and the composer names the people who have neither', async () => {
    const sendWindow = { days: [1, 2, 3, 4, 5, 6, 7], from: '10:00', until: '11:00' };
    const { groupId, leadIds } = await groupOf(member, [
      { name: 'Dina Marsh', email: 'dina@zones.test', country: 'AE' },
      { name: 'Mia Reyes', email: 'mia@zones.test', country: 'PH' },
      { name: 'Perla West', email: 'perla@zones.test', country: 'AU' },
      { name: 'Nobody Known', email: 'nobody@zones.test' },
      { name: 'Zoe Nowhere', email: 'zoe@zones.test', country: 'ZZ' },
    ]);
    await app.app.db.execute(
      sql`update leads set time_zone = 'Australia/Perth' where id = ${leadIds[2] ?? ''}`,
    );
    const body = { channels: ['email'], targetGroups: [groupId], landingPageUrl: 'https://landing.test/' };
    const preview = await member.post<CampaignPreview>('/api/campaigns/preview', { ...body, sendWindow });
    expect(preview.withoutZone).toMatchObject({ count: 2, timeZone: 'UTC' });
    expect(preview.withoutZone.people.map(({ name }) => name).toSorted()).toEqual([
      'Nobody Known',
      'Zoe Nowhere',
    ]);
    const startsAt = new Date(Date.now() + 72 * 3_600_000).toISOString();
    const campaign = { status: 'active', targetGroups: [groupId], startsAt, sendWindow };
    const { id } = await createCampaign(member, campaign);
    const messages = await untilMessages(member, id, { queued: 5 });
    const hours = messages.map(({ leadName, dueAt }) => [leadName, new Date(dueAt ?? '').getUTCHours()]);
    expect(Object.fromEntries(hours)).toEqual({
      'Dina Marsh': 6,
      'Mia Reyes': 2,
      'Perla West': 2,
      'Nobody Known': 10,
      'Zoe Nowhere': 10,
    });
  });

  it('is one that the database knows, for every country', async () => {
    const zones = countriesWithZone().map(zoneOfCountry);
    const unknown = await app.app.db.execute(
      sql`select zone from unnest(${sql.param([...zones])}::text[]) zone where zone not in (select name from pg_timezone_names)`,
    );
    expect(unknown.rows).toEqual([]);
  });
});
