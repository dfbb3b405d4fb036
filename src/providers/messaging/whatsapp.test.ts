import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  graphApi,
  graphError,
  template,
  WHATSAPP,
  whatsAppPost,
  whatsAppText,
} from '#tests/support/graph-api.ts';
import { buildMessage, describeMessenger } from './conformance.ts';
import { createWhatsApp, createWhatsAppWebhook } from './whatsapp.ts';

const TEMPLATES = [
  template('waiting', 'Hi {{1}}, waiting for approval.', [], 'PENDING'),
  template('picture', 'Hi {{1}}, our class begins on Monday.', [{ type: 'HEADER', format: 'IMAGE' }]),
  template('coupon', 'Hi {{1}}, our class begins on Monday.', [
    { type: 'BUTTONS', buttons: [{ type: 'URL', url: 'https://northwind.test/{{1}}' }] },
  ]),
  template('class', 'Hi {{1}}, our class begins on Monday:\n{{2}} See you there.', [
    { type: 'FOOTER', text: 'Reply STOP to hear no more.' },
  ]),
  template('loose', 'Hi {{1}} See you there.'),
  template('film', 'Come and see, {{1}}.', [
    { type: 'HEADER', format: 'VIDEO', example: { header_handle: ['https://scontent.test/film.mp4'] } },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Stop' },
        { type: 'URL', url: 'https://northwind.test/' },
      ],
    },
  ]),
  template('leaflet', 'Here is the leaflet, {{1}}.', [{ type: 'HEADER', format: 'DOCUMENT' }]),
  template('named', 'Hello {{first_name}}, tea for {{first_name}} is ready.'),
];

const { server, connect } = describeMessenger('WhatsApp', {
  create: (egress, baseUrl) => createWhatsApp(egress, { ...WHATSAPP, baseUrl }),
  answer: graphApi(() => TEMPLATES),
  sentText: whatsAppText,
  to: '+44 7700 900123',
});

const sentBodies = () =>
  server().requests.flatMap((request) => (whatsAppText(request) === undefined ? [] : request.body));

describe('a WhatsApp message', () => {
  const closed = {
    to: '+447700900123',
    isWindowOpen: false,
    footer: 'No more messages: https://us.test/u/1',
  };

  it('is free text within a day of their last word, and carries our id', async () => {
    const message = buildMessage({ to: '+447700900123', footer: closed.footer });
    await connect().send(message);
    expect(sentBodies()).toEqual([
      {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to: '447700900123',
        biz_opaque_callback_data: message.id,
        type: 'text',
        text: { body: `${message.text}\n\n${closed.footer}`, preview_url: false },
      },
    ]);
  });

  it('is otherwise the approved template that says just this, of several the one that says most', async () => {
    const text = 'Hi Ann (the first),\tour class begins on Monday: https://us.test/r/1\nSee you there.';
    expect(await connect().send(buildMessage({ ...closed, text }))).toMatchObject({ outcome: 'accepted' });
    expect(sentBodies()).toMatchObject([
      {
        type: 'template',
        template: {
          name: 'class',
          language: { code: 'en_US' },
          components: [
            {
              type: 'body',
              parameters: [
                { type: 'text', text: 'Ann (the first)' },
                { type: 'text', text: 'https://us.test/r/1' },
              ],
            },
          ],
        },
      },
    ]);
  });

  it('fills a place that has a name, and only with the same words', async () => {
    await connect().send(buildMessage({ ...closed, text: 'Hello Ann, tea for Ann is ready.' }));
    expect(sentBodies()).toMatchObject([
      { template: { components: [{ parameters: [{ parameter_name: 'first_name', text: 'Ann' }] }] } },
    ]);
    const other = buildMessage({ ...closed, text: 'Hello Ann, tea for Bob is ready.' });
    expect(await connect().send(other)).toMatchObject({ outcome: 'by_hand' });
  });

  it('shows the film that its template was approved with, and leaves fixed buttons as they are', async () => {
    await connect().send(buildMessage({ ...closed, text: 'Come and see, Ann.' }));
    expect(sentBodies()).toMatchObject([
      {
        template: {
          name: 'film',
          components: [
            {
              type: 'header',
              parameters: [{ type: 'video', video: { link: 'https://scontent.test/film.mp4' } }],
            },
            { type: 'body', parameters: [{ type: 'text', text: 'Ann' }] },
          ],
        },
      },
    ]);
  });

  it('says which template has the words, and what keeps it from being sent', async () => {
    const result = await connect().send(buildMessage({ ...closed, text: 'Here is the leaflet, Ann.' }));
    expect(result).toMatchObject({
      outcome: 'by_hand',
      reason: expect.stringContaining('“leaflet” has these words, but also a header (document)'),
    });
  });

  it.each(['Hi Ann, waiting for approval.', 'Hi , our class begins on Monday: x See you there', 'Buy tea.'])(
    'is left to a person where no approved template says it: %s',
    async (text) => {
      const result = await connect().send(buildMessage({ ...closed, text }));
      expect(result).toMatchObject({ outcome: 'by_hand', reason: expect.stringContaining('template') });
      expect(sentBodies()).toEqual([]);
    },
  );

  it.each([
    [131_026, { outcome: 'refused', wantsNoMore: false }],
    [131_047, { outcome: 'by_hand' }],
    [131_049, { outcome: 'not_now', retryAfterMs: 86_400_000 }],
    [131_050, { outcome: 'refused', wantsNoMore: true }],
    [131_056, { outcome: 'not_now' }],
    [131_016, { outcome: 'not_now' }],
    [130_429, { outcome: 'not_begun', cause: 'throttled' }],
    [131_042, { outcome: 'not_begun', cause: 'login_refused' }],
    [190, { outcome: 'not_begun', cause: 'login_refused' }],
    [132_001, { outcome: 'halted' }],
    [100, { outcome: 'refused', wantsNoMore: false }],
  ])('ends after error %i in %o', async (code, result) => {
    server().fault = (request) => (whatsAppText(request) === undefined ? undefined : graphError(code, 'No'));
    expect(await connect().send(buildMessage({ to: '+447700900123' }))).toMatchObject(result);
  });
});

describe('a WhatsApp webhook', () => {
  const webhook = createWhatsAppWebhook(WHATSAPP);
  const read = (value: Record<string, unknown>) => {
    const { body, signature } = whatsAppPost(value);
    return webhook.read(Buffer.from(body), signature);
  };

  it('answers the handshake of who knows our token', () => {
    const query = { mode: 'subscribe', token: WHATSAPP.verifyToken, challenge: '42' };
    expect(webhook.answerChallenge(query)).toBe('42');
    expect(webhook.answerChallenge({ ...query, token: 'guessed' })).toBeUndefined();
    expect(webhook.answerChallenge({ ...query, mode: 'unsubscribe' })).toBeUndefined();
  });

  it('believes only what is signed, byte for byte', () => {
    const { body, signature } = whatsAppPost({ messages: [{ ...TEXT, text: { body: 'Größe?' } }] });
    expect(webhook.read(Buffer.from(body), signature)).toMatchObject([{ text: 'Größe?' }]);
    const rewritten = JSON.stringify(JSON.parse(body));
    for (const [given, sign] of [
      [rewritten, signature],
      [body, signature.replace(/.$/, 'x')],
      [body, ''],
    ] as const) {
      expect(webhook.read(Buffer.from(given), sign)).toBeUndefined();
    }
  });

  it('reads statuses and messages of every kind, and passes over what is neither', () => {
    expect(
      read({
        statuses: [
          { id: 'wamid.1', status: 'delivered', timestamp: '1', biz_opaque_callback_data: 'm1' },
          { id: 'wamid.2', status: 'failed', timestamp: '1', errors: [{ code: 131_026, title: 'No' }] },
          { id: 'wamid.3', status: 'warning', timestamp: '1' },
        ],
        messages: [
          { ...TEXT, id: 'a', type: 'button', text: undefined, button: { text: 'Stop' } },
          { ...TEXT, id: 'b', type: 'image', text: undefined, image: { caption: 'This one?' } },
          { ...TEXT, id: 'c', from: undefined, from_user_id: 'GB.17' },
          { ...TEXT, id: 'd', type: 'reaction', text: undefined },
        ],
      }),
    ).toMatchObject([
      { kind: 'status', status: 'delivered', ourId: 'm1' },
      { kind: 'status', status: 'failed', reason: 'This number cannot be reached on WhatsApp.' },
      { id: 'a', from: '+447700900123', text: 'Stop' },
      { id: 'b', text: '[image] This one?' },
      { id: 'c', from: undefined, userId: 'GB.17' },
    ]);
  });

  it('leaves the news of another number of the account alone', () => {
    expect(read({ metadata: { phone_number_id: '9' }, messages: [TEXT] })).toEqual([]);
  });

  it('hears the rest of a call with an entry of a kind that is new', () => {
    expect(read({ statuses: [{ status: 7 }, 'news'], messages: [{ from: 4 }, TEXT] })).toMatchObject([
      { kind: 'message', text: 'Hello' },
    ]);
    expect(read({ messages: 'none' })).toEqual([]);
  });

  it('refuses what WhatsApp does not send', () => {
    const signature = `sha256=${createHmac('sha256', WHATSAPP.appSecret).update('{"entry":4}').digest('hex')}`;
    expect(() => webhook.read(Buffer.from('{"entry":4}'), signature)).toThrow();
  });
});

const TEXT = {
  from: '447700900123',
  id: 'wamid.in',
  timestamp: '1763630001',
  type: 'text',
  text: { body: 'Hello' },
};
