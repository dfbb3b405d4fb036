import { z } from 'zod';
import { MINUTE_MS } from '#kit/time.ts';
import { SourceError } from '#providers/lead-sources/port.ts';
import { createSourceApi, unreadable } from '#providers/lead-sources/source-api.ts';
import {
  type DiscordNames,
  DiscordUser,
  discordText,
  namesRolesOrChannels,
  ShownMessage,
} from './discord-text.ts';
import { pastInstant, storableId, storableName, storableText } from './mirrored-text.ts';
import type { MirrorDefinition, MirroredMember, MirroredPost, MirrorPage } from './port.ts';

const MESSAGES_PER_PAGE = 100;
const MEMBERS_PER_PAGE = 1_000;
const SNOWFLAKE = /^\d{15,21}$/;

const Message = ShownMessage.extend({
  id: z.string(),
  type: z.number().optional(),
  author: DiscordUser,
  timestamp: z.string(),
  edited_timestamp: z.string().nullish(),
  message_reference: z.object({ type: z.number().optional(), message_id: z.string().optional() }).nullish(),
});
const Named = z.array(z.object({ id: z.string(), name: z.string() }));
const Member = z.object({ user: DiscordUser, nick: z.string().nullish(), joined_at: z.string().nullish() });

/** Ordinary messages and replies; others tell of pins, boosts and joins. */
const SAID = new Set([0, 19]);
/** Of a reference: to what was forwarded, not answered. */
const FORWARD = 1;
/** Roles and channels are seldom renamed. */
const NAMES_KEPT_MS = 10 * MINUTE_MS;
const NO_NAMES: DiscordNames = { roles: new Map(), channels: new Map() };

/** members: who is there, then the messages from the newest to the oldest. */
const Cursor = z.union([
  z.object({ members: z.string() }),
  z.object({ before: z.string(), hasMembers: z.boolean() }),
]);

/** A channel of a Discord server, read and answered by a bot. Polling is enough; no connection is held open. */
export const discord: MirrorDefinition = {
  kind: 'discord',
  label: 'Discord',
  placeLabel: 'Id of the channel',
  placeHint:
    'With developer mode on: right-click the channel, Copy Channel ID. The bot must be in the server.',
  placeProblem: (place) => (SNOWFLAKE.test(place) ? undefined : 'The id of a channel has 15 to 21 digits.'),
  needs: ['DISCORD_BOT_TOKEN'],
  canAnswer: true,
  connect(world) {
    const token = world.settings.DISCORD_BOT_TOKEN;
    if (token === undefined) return undefined;
    const api = createSourceApi(world, {
      name: 'Discord',
      baseUrl: world.settings.DISCORD_BASE_URL,
      headers: { authorization: `Bot ${token}`, 'user-agent': 'DiscordBot (https://yarrow.example, 1)' },
      explain: ({ status }) =>
        status === 401
          ? 'did not accept the token of the bot (DISCORD_BOT_TOKEN)'
          : status === 403
            ? 'does not let the bot read this channel'
            : status === 404
              ? 'does not know this channel'
              : undefined,
    });
    /** Servers of channels do not change. */
    const servers = new Map<string, string | null>();

    const serverOf = async (channel: string, signal: AbortSignal): Promise<string | null> => {
      const known = servers.get(channel);
      if (known !== undefined) return known;
      const shape = z.object({ guild_id: z.string().nullish() });
      const { data } = await api.askJson({ path: `/channels/${channel}`, signal }, shape);
      const server = data.guild_id && SNOWFLAKE.test(data.guild_id) ? data.guild_id : null;
      servers.set(channel, server);
      return server;
    };

    const names = new Map<string, { until: number; names: DiscordNames }>();

    /** Those of a server; none where the bot may not see them: the messages are readable all the same. */
    const namesOf = async (server: string, now: Date, signal: AbortSignal): Promise<DiscordNames> => {
      const known = names.get(server);
      if (known && known.until > now.getTime()) return known.names;
      const ask = async (kind: string): Promise<Map<string, string>> => {
        try {
          const { data } = await api.askJson({ path: `/guilds/${server}/${kind}`, signal }, Named);
          return new Map(data.map(({ id, name }) => [id, name]));
        } catch (error) {
          if (error instanceof SourceError && !error.retryable) return new Map();
          throw error;
        }
      };
      const found = { roles: await ask('roles'), channels: await ask('channels') };
      names.set(server, { until: now.getTime() + NAMES_KEPT_MS, names: found });
      return found;
    };

    return {
      async read({ place, cursor, now, signal }): Promise<MirrorPage> {
        const at = cursor === null ? undefined : readCursor(cursor);
        const server = await serverOf(place, signal);
        if (at && 'members' in at) {
          const { members, next } = await readMembers(server, at.members, now, signal);
          return { posts: [], members, cursor: next, coversSince: null };
        }
        const { data } = await api.askJson(
          {
            path: `/channels/${place}/messages`,
            query: { limit: MESSAGES_PER_PAGE, before: at?.before },
            signal,
          },
          z.array(Message),
        );
        const needsNames = server !== null && data.some(namesRolesOrChannels);
        const known = needsNames ? await namesOf(server, now, signal) : NO_NAMES;
        const posts = data.flatMap((message) => toPost(message, { server, place, now, names: known }) ?? []);
        const oldest = data.at(-1);
        const isEnd = data.length < MESSAGES_PER_PAGE || oldest === undefined;
        const older = JSON.stringify({ before: oldest?.id ?? '', hasMembers: true });
        return {
          posts,
          members: data.flatMap(({ author }) => (author.bot ? [] : [toMember({ user: author }, now)])),
          // At the end of the messages come those who have said nothing.
          cursor: isEnd ? (server === null ? null : JSON.stringify({ members: '0' })) : older,
          coversSince:
            oldest === undefined ? new Date(0) : isEnd ? new Date(0) : pastInstant(oldest.timestamp, now),
        };
      },

      async answer({ place, postId, id, text, signal }) {
        const { data } = await api.askJson(
          {
            path: `/channels/${place}/messages`,
            method: 'POST',
            body: {
              content: text.slice(0, 2_000),
              message_reference: { message_id: postId, fail_if_not_exists: false },
              // Nobody is called by what was written for readers.
              allowed_mentions: { parse: [] },
              nonce: id.replaceAll('-', '').slice(0, 25),
              enforce_nonce: true,
            },
            isRepeatable: false,
            signal,
          },
          z.object({ id: z.string() }),
        );
        return storableId(data.id);
      },
    };

    async function readMembers(server: string | null, after: string, now: Date, signal: AbortSignal) {
      if (server === null) return { members: [], next: null };
      const { data } = await api.askJson(
        { path: `/guilds/${server}/members`, query: { limit: MEMBERS_PER_PAGE, after }, signal },
        z.array(Member),
      );
      const members = data.flatMap((member) => (member.user.bot ? [] : [toMember(member, now)]));
      const last = data.at(-1)?.user.id;
      const next =
        data.length < MEMBERS_PER_PAGE || last === undefined ? null : JSON.stringify({ members: last });
      return { members, next };
    }
  },
};

function readCursor(cursor: string): z.infer<typeof Cursor> {
  try {
    return Cursor.parse(JSON.parse(cursor));
  } catch (error) {
    throw unreadable('Discord', error);
  }
}

function toPost(
  message: z.infer<typeof Message>,
  { server, place, now, names }: { server: string | null; place: string; now: Date; names: DiscordNames },
): MirroredPost | undefined {
  const { id, type, author, timestamp, message_reference: reference } = message;
  const text = storableText(discordText(message, names));
  const postedAt = pastInstant(timestamp, now);
  // Without its intent a bot gets empty texts.
  if (!SAID.has(type ?? 0) || text === '' || !SNOWFLAKE.test(id)) return undefined;
  const parent = reference?.type === FORWARD ? undefined : reference?.message_id;
  return {
    id,
    parentId: parent !== undefined && SNOWFLAKE.test(parent) ? parent : null,
    authorId: author.bot ? null : storableId(author.id),
    authorName: storableName(author.global_name ?? author.username),
    text,
    url: server === null ? null : `https://discord.com/channels/${server}/${place}/${id}`,
    postedAt,
    editedAt: pastInstant(message.edited_timestamp, now),
  };
}

function toMember({ user, nick, joined_at: joinedAt }: z.infer<typeof Member>, now: Date): MirroredMember {
  return {
    id: storableId(user.id),
    name: storableName(nick ?? user.global_name ?? user.username),
    handle: user.username === '' ? null : storableName(user.username),
    joinedAt: pastInstant(joinedAt, now),
  };
}
