import fc from 'fast-check';
import PostalMime, { type Email } from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { createContactTokens } from '#features/tracking/server/contact-tokens.ts';
import { composeStep, messageLookup } from './composition.ts';
import { createMailTemplate } from './mail-template.ts';

const TOUCHPOINT = '0b6f2b1e-8f0a-4c53-9d2e-7a1b2c3d4e5f';
const PUBLIC_URL = 'https://yarrow.test';

type Given = {
  subject?: string;
  body: string;
  vars?: Record<string, string>;
  address?: string;
  postalAddress?: string;
};

async function render({
  subject = 'Hello',
  body,
  vars = {},
  address = 'ann@clinic.test',
  postalAddress = '',
}: Given) {
  const composition = await composeStep({
    channel: 'email',
    subject,
    body,
    workspace: { name: 'Northwind', senderName: 'Mia', postalAddress },
    landingPageUrl: 'https://landing.test/',
    taggedLandingPageUrl: 'https://landing.test/?utm_source=yarrow',
    linkTo: () => 0,
  });
  const template = await createMailTemplate({
    composition,
    compositionId: '01a1fda0-0000-7000-8000-000000000002',
    campaignId: '01a1fda0-0000-7000-8000-000000000001',
    from: 'Mia <mia@sender.test>',
    domain: 'sender.test',
    workspaceName: 'Northwind',
    publicUrl: PUBLIC_URL,
  });
  const raw = template.render({
    messageId: '01a1fda0-0000-7000-8000-000000000003',
    name: vars.name ?? 'Ann Lee',
    address,
    lookup: messageLookup(vars, TOUCHPOINT, {
      publicUrl: PUBLIC_URL,
      tokenFor: createContactTokens('of the test').write,
    }),
    date: new Date('2026-11-21T10:00:00Z'),
  });
  return { raw, mail: await PostalMime.parse(raw) };
}

const headerOf = (mail: Email, name: string): string | undefined =>
  mail.headers.find((header) => header.key === name)?.value;

describe('a mail', () => {
  it('has the headers of bulk mail with one-click unsubscribe (RFC 8058)', async () => {
    const { mail } = await render({ body: 'Hi {{firstName|there}}, see {{landingPage}}' });
    expect(headerOf(mail, 'list-unsubscribe')).toMatch(/^<https:\/\/yarrow\.test\/u\/[\w-]{22}>$/);
    expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(headerOf(mail, 'list-id')).toBe('Northwind <01a1fda0-0000-7000-8000-000000000001.sender.test>');
    expect(headerOf(mail, 'feedback-id')).toMatch(/:campaign:yarrow$/);
    expect(mail.messageId).toBe('<01a1fda0-0000-7000-8000-000000000003@sender.test>');
    expect(mail.from).toMatchObject({ name: 'Mia', address: 'mia@sender.test' });
    expect(mail.to?.[0]).toMatchObject({ name: 'Ann Lee', address: 'ann@clinic.test' });
    expect(headerOf(mail, 'auto-submitted')).toBeUndefined();
  });

  it('leaves no gap before the comma where a field is empty', async () => {
    const { mail } = await render({
      subject: 'Für Sie {{firstName|}}!',
      body: 'Guten Tag {{firstName|}},\n\nsiehe {{landingPage}}',
    });
    expect(mail.subject).toBe('Für Sie!');
    for (const part of [mail.text ?? '', mail.html ?? '']) expect(part).toContain('Guten Tag,');
    const named = await render({ body: 'Guten Tag {{firstName|}}, siehe', vars: { firstName: 'Ann' } });
    expect(named.mail.text).toContain('Guten Tag Ann, siehe');
  });

  it('says in both parts the same, with tracked link, postal address and unsubscribe', async () => {
    const { mail } = await render({
      body: 'Hi {{firstName|there}},\n\nsee {{landingPage}}',
      vars: { firstName: 'Ann', notice: 'We found you.' },
      postalAddress: '1 High Street\nLeeds',
    });
    for (const part of [mail.text ?? '', mail.html ?? '']) {
      expect(part).toContain('Hi Ann,');
      expect(part).toMatch(/https:\/\/yarrow\.test\/r\/[\w-]{22}0/);
      expect(part).toMatch(/https:\/\/yarrow\.test\/u\/[\w-]{22}/);
      expect(part).toContain('1 High Street');
      expect(part).toContain('We found you.');
      expect(part).not.toContain('https://landing.test');
    }
  });

  it('shows headings, lists, tables, bold words and links of the markup, and says them in plain words beside', async () => {
    const body = [
      '# Six blends',
      'Hi **{{firstName|there}}**, see [the dates]({{landingPage}}) or [the shop](https://shop.test/a?b=1&c=2).',
      '- one\n- two',
      '3. three\n4. four',
      '| Blend | Price |\n| --- | --- |\n| Hearth | $9 |',
    ].join('\n\n');
    const { mail } = await render({ body, vars: { firstName: 'Ann' } });
    const html = (mail.html ?? '')
      .replace(/\n(?=href|style|class|target)/g, ' ')
      .replace(/ (?:style|class|target|width|border|cell\w+)="[^"]*"|<\/?tbody>|\n/gi, '');
    const link = `<a href="https://yarrow.test/r/[\\w-]{22}0">`;
    for (const part of [
      '<h1>Six blends</h1>',
      `<p>Hi <strong>Ann</strong>, see ${link}the dates</a> or ${link}the shop</a>.</p>`,
      '<ul><li>one</li><li>two</li></ul>',
      '<ol start="3"><li>three</li><li>four</li></ol>',
      '<table><tr><th>Blend</th><th>Price</th></tr><tr><td>Hearth</td><td>\\$9</td></tr></table>',
    ])
      expect(html).toMatch(new RegExp(part));
    expect(mail.text).toMatch(
      /Six blends\n\nHi Ann, see the dates <https:\/\/yarrow\.test\/r\/[\w-]{22}0> or the shop <https:\/\/yarrow\.test\/r\/[\w-]{22}0>\.\n\n- one\n- two\n\n3\. three\n4\. four\n\nBlend · Price\nHearth · \$9\n/,
    );
    // It has a link to the landing page already.
    expect(mail.html).not.toContain('See the page');
  });

  it('says quotes, lists within lists, italic words, pictures, and how to write and call, in both parts', async () => {
    const body = [
      '*Warm* regards: [write](mailto:tea@example.com), [call](tel:+49 30 123) or [read](https://en.test/Tea_(drink)).',
      '> A good evening.\n> Ann',
      '- one\n  - two',
      '---',
      '![Our room](https://tea.test/room.jpg)',
    ].join('\n\n');
    const { mail } = await render({ body });
    expect(mail.text).toContain(
      'Warm regards: write (tea@example.com), call (+4930123) or read <https://yarrow.test/r/',
    );
    expect(mail.text).toContain(
      '> A good evening.\n> Ann\n\n- one\n  - two\n\n* * *\n\nOur room (https://tea.test/room.jpg)\n',
    );
    const html = (mail.html ?? '').replaceAll(/\s+/g, ' ');
    for (const part of [
      /<em>Warm<\/em>/,
      /href="mailto:tea@example\.com"[^>]*>write</,
      /href="tel:\+4930123"[^>]*>call</,
      /<blockquote[^>]*>.*A good evening\. ?<br\/> ?Ann.*<\/blockquote>/,
      /<li[^>]*> ?one ?<ul[^>]*> ?<li[^>]*> ?two/,
      /<img[^>]* alt="Our room"[^>]*src="https:\/\/tea\.test\/room\.jpg"|<img[^>]*src="https:\/\/tea\.test\/room\.jpg"[^>]*/,
    ])
      expect(html).toMatch(part);
  });

  it('takes no sign in the values of a person for markup', async () => {
    const { mail } = await render({
      body: '{{firstName}}\n\n{{groupName}} and more',
      vars: { firstName: '# **Ann** [x](https://evil.test)', groupName: '- one' },
    });
    expect(mail.html).toContain('\n# **Ann** [x](https://evil.test)\n');
    expect(mail.html).not.toMatch(/<h1|<strong|<ul|evil\.test"/);
    expect(mail.text).toContain('# **Ann** [x](https://evil.test)');
  });

  it.each(['{{firstName}}', '{{firstName|my friend}}'])(
    'writes an address that differs by %s behind the words of its link, for each person another',
    async (field) => {
      const body = `See [your order](https://shop.example/?n=${field}) today, or [all](https://shop.example/all).`;
      for (const firstName of ['Ann', 'Bea']) {
        const { mail } = await render({ body, vars: { firstName } });
        for (const part of [mail.text ?? '', mail.html ?? '']) {
          expect(part).toContain(`See your order: https://shop.example/?n=${firstName} today, or `);
          expect(part).not.toMatch(/\[your order|\]\(/);
        }
        expect(mail.html).toMatch(/href="https:\/\/yarrow\.test\/r\/[^"]*"[^>]*>all<\/a>/);
      }
    },
  );

  it('leaves no gap where a person has no value for a paragraph of its own', async () => {
    const body = 'Hi {{firstName|there}},\n\n{{personal}}\n\n# Evenings\n\nCome.';
    const without = await render({ body });
    expect(without.mail.text).toMatch(/^Hi there,\n\nEvenings\n\nCome\./);
    expect(without.mail.text).toContain('--\n\nNorthwind');
    expect(without.mail.html).not.toMatch(/<p\b[^>]*>\s*<\/p>/);
    const personal = 'You wrote about soup.';
    const { mail } = await render({ body, vars: { personal, notice: 'From your post.' } });
    expect(mail.text).toMatch(/^Hi there,\n\nYou wrote about soup\.\n\nEvenings\n\n/);
    expect(mail.text).toContain('--\n\nFrom your post.\n\nNorthwind');
    expect(mail.html).toMatch(/<p\b[^>]*>\s*You wrote about soup\.\s*<\/p>/);
  });

  it('keeps the sentence of a person a paragraph of its own', async () => {
    const personal = 'You wrote about soup.';
    const body = 'Hi {{firstName|there}},\n\n{{personal}}\n\nCome by.';
    const { mail } = await render({ body, vars: { personal } });
    expect(mail.text).toMatch(/^Hi there,\n\nYou wrote about soup\.\n\nCome by\.\n\n/);
    expect(mail.html).toMatch(
      /<p\b[^>]*>\s*You wrote about soup\.\s*<\/p>[\s\S]*<p\b[^>]*>\s*Come by\.\s*<\/p>/,
    );
    const first = await render({ body: '{{personal}}\n\nCome by.' });
    expect(first.mail.text).toMatch(/^Come by\.\n\n/);
    expect(first.mail.html).not.toMatch(/<p\b[^>]*>\s*<\/p>/);
    const said = await render({ body: '{{personal}}\n\nCome by.', vars: { personal } });
    expect(said.mail.text).toMatch(/^You wrote about soup\.\n\nCome by\.\n\n/);
  });

  it('puts the button to the landing page before the sign-off, and leaves it out on demand', async () => {
    const { mail } = await render({ body: 'Come by.\n\nWarmly,\nDana\n\nP.S. On Sunday too.' });
    expect(mail.text).toMatch(
      /^Come by\.\n\n(?:[^\n]*\n)?https:\/\/yarrow\.test\/r\/\S+\n\nWarmly,\nDana\n\nP\.S\. On Sunday too\.\n\n--/,
    );
    expect(mail.html).toMatch(/Come by\.[\s\S]*See the page[\s\S]*Warmly/);
    const without = await render({ body: 'Come by.\n\nWarmly,\nDana\n\n{{landingPage|none}}' });
    expect(without.mail.text).toMatch(/^Come by\.\n\nWarmly,\nDana\n\n--/);
    expect(without.mail.html).not.toContain('See the page');
  });

  it('adds the landing page where the author left it out', async () => {
    const { mail } = await render({ body: 'Just words.' });
    expect(mail.text).toMatch(/\/r\/[\w-]{22}0/);
    expect(mail.html).toContain('See the page');
  });

  it('escapes every value in the HTML part, fallbacks included', async () => {
    const { mail } = await render({
      body: '{{firstName|<b>x</b>}} {{name}}',
      vars: { name: '<script>alert(1)</script>&"' },
    });
    expect(mail.html).not.toContain('<script>');
    expect(mail.html).not.toContain('<b>x');
    expect(mail.text).toContain('<script>alert(1)</script>&"');
  });

  it('lets no value add a header, a part or a line of the dialogue', async () => {
    const evil = 'x\r\nBcc: victim@clinic.test\r\n\r\n.\r\n';
    const { raw, mail } = await render({
      subject: '{{firstName}}',
      body: '{{firstName}}',
      vars: { firstName: evil, name: evil },
    });
    expect(raw).not.toMatch(/^Bcc:/m);
    expect(raw).not.toMatch(/^\.$/m);
    expect(mail.subject).toBe('x Bcc: victim@clinic.test .');
    expect(mail.bcc ?? []).toEqual([]);
  });

  it('carries any value unharmed, in lines of at most 76 characters that end with CRLF', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 200 }), async (text) => {
        const value = text.replace(/[\s\p{Cc}\p{Cf}\uE000-\uE002]+/gu, ' ').trim();
        fc.pre(value !== '' && value.isWellFormed());
        const { raw, mail } = await render({
          subject: 'S {{firstName}}',
          body: 'B {{firstName}} E',
          vars: { firstName: value },
        });
        expect(mail.text).toContain(`B ${value} E`);
        expect(mail.subject?.normalize()).toBe(`S ${value}`.normalize());
        expect(raw).toMatch(/^[\t\n\r\x20-\x7e]*$/);
        expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
        const bodyLines = raw.slice(raw.indexOf('\r\n\r\n')).split('\r\n');
        expect(Math.max(...bodyLines.map((line) => line.length))).toBeLessThanOrEqual(76);
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['Zoë Åberg', 'zoe@clinic.test', 'zoe@clinic.test'],
    ['Lee, "Ann"', '"ann lee"@clinic.test', '"ann lee"@clinic.test'],
    ['Jo', 'jo@bücher.test', 'jo@xn--bcher-kva.test'],
  ])('addresses %s at %s', async (name, address, wire) => {
    const { raw, mail } = await render({ body: 'x', vars: { name }, address });
    expect(raw).toContain(wire);
    expect(mail.to?.[0]?.name).toBe(name);
  });
});
