import { describe, expect, it } from 'vitest';
import { describeCommunitySource } from './conformance.ts';
import { discord } from './discord.ts';

const CHANNEL = '111111111111111111';
const idOf = (number: number): string => String(900_000_000_000_000_000n + BigInt(number));

/** 150 messages; the newest has the highest number. */
const messages = Array.from({ length: 150 }, (_, index) => {
  const number = 150 - index;
  return {
    id: idOf(number),
    type: number % 10 === 0 ? 19 : 0,
    content: number === 150 ? 'From the future' : `Message ${number}`,
    author: {
      id: idOf(number % 7),
      username: `person${number % 7}`,
      global_name: number % 7 === 3 ? '🍵🍵' : null,
    },
    timestamp:
      number === 150 ? '2099-01-01T00:00:00Z' : new Date(1_760_000_000_000 + number * 60_000).toISOString(),
    edited_timestamp: null,
    ...(number % 10 === 0 ? { message_reference: { message_id: idOf(number - 1) } } : {}),
  };
});

const { server, reader, read } = describeCommunitySource('Discord', {
  definition: discord,
  settings: (url) => ({ DISCORD_BOT_TOKEN: 'bot-token-of-tests', DISCORD_BASE_URL: url }),
  place: () => CHANNEL,
  secret: 'bot-token-of-tests',
  answer: ({ path, query, method }) => {
    if (path === `/channels/${CHANNEL}`) return { body: { id: CHANNEL, guild_id: '222222222222222222' } };
    if (path.endsWith('/members')) {
      return {
        body: [
          { user: { id: idOf(1), username: 'person1' }, nick: 'Ann', joined_at: '2026-05-01T00:00:00Z' },
        ],
      };
    }
    if (method === 'POST') return { body: { id: idOf(999) } };
    const before = query.get('before');
    return {
      body: messages.filter(({ id }) => before === null || BigInt(id) < BigInt(before)).slice(0, 100),
    };
  },
});

describe('Discord', () => {
  it('gives the text, the author and what it answers, and sends the token in a header only', async () => {
    const { posts, members, coversSince } = await read();
    expect(posts.find(({ id }) => id === idOf(140))).toEqual({
      id: idOf(140),
      parentId: idOf(139),
      authorId: idOf(0),
      authorName: 'person0',
      text: 'Message 140',
      url: `https://discord.com/channels/222222222222222222/${CHANNEL}/${idOf(140)}`,
      postedAt: new Date(1_760_000_000_000 + 140 * 60_000),
      editedAt: null,
    });
    expect(coversSince).toEqual(new Date(1_760_000_000_000 + 51 * 60_000));
    expect(members.find(({ id }) => id === idOf(3))?.name).toBe('🍵🍵');
    for (const request of server().requests) {
      expect(request.headers['authorization']).toBe('Bot bot-token-of-tests');
      expect(request.query.toString()).not.toContain('token');
    }
  });

  it('names roles and channels as the server does, and takes a forwarded message for no answer', async () => {
    const [role, channel] = [idOf(11), idOf(12)];
    server().fault = ({ path }) => {
      if (path.endsWith('/roles')) return { body: [{ id: role, name: 'Tea lovers' }] };
      if (path.endsWith('/channels')) return { status: 403, body: {} };
      if (!path.endsWith('/messages')) return undefined;
      const said = (number: number, change: object) => ({
        ...messages[1],
        id: idOf(number),
        type: 0,
        ...change,
      });
      return {
        body: [
          said(902, {
            content: '',
            message_reference: { type: 1, message_id: idOf(1) },
            message_snapshots: [{ message: { content: 'From elsewhere' } }],
          }),
          said(901, { content: '', attachments: [{ filename: 'tea.png', content_type: 'image/png' }] }),
          said(900, { content: `<@&${role}> see <#${channel}>` }),
        ],
      };
    };
    expect((await read()).posts.map(({ text, parentId }) => [text, parentId])).toEqual([
      ['[Forwarded]\nFrom elsewhere', null],
      ['[Image: tea.png]', null],
      ['@Tea lovers see #unknown', null],
    ]);
    await read();
    expect(server().requests.filter(({ path }) => path.endsWith('/roles'))).toHaveLength(1);
  });

  it('answers a message, calls nobody by name, and does not repeat what may have arrived', async () => {
    const answer = () =>
      reader().answer?.({
        place: CHANNEL,
        postId: idOf(7),
        id: '01920000-0000-7000-8000-000000000000',
        text: '@everyone hello',
        signal: AbortSignal.timeout(5_000),
      });
    expect(await answer()).toBe(idOf(999));
    expect(server().requests.at(-1)?.body).toMatchObject({
      message_reference: { message_id: idOf(7) },
      allowed_mentions: { parse: [] },
    });
    server().fault = () => 'cut';
    server().requests.length = 0;
    await expect(answer()).rejects.toThrow(/could not be reached/);
    expect(server().requests).toHaveLength(1);
  });

  it('takes the id of a channel for a place and nothing else', () => {
    expect(discord.placeProblem(CHANNEL)).toBeUndefined();
    expect(discord.placeProblem('../guilds/1')).toBeDefined();
  });
});
