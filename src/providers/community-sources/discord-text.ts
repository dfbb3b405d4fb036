import { z } from 'zod';

export const DiscordUser = z.object({
  id: z.string(),
  username: z.string().default(''),
  global_name: z.string().nullish(),
  bot: z.boolean().optional(),
});

/** What a message shows, as far as words can say it; forwarded ones bring the same of another message. */
const Shown = z.object({
  content: z.string().default(''),
  mentions: z.array(DiscordUser).nullish(),
  attachments: z
    .array(
      z.object({
        filename: z.string().default(''),
        description: z.string().nullish(),
        content_type: z.string().nullish(),
        duration_secs: z.number().nullish(),
      }),
    )
    .nullish(),
  sticker_items: z.array(z.object({ name: z.string() })).nullish(),
  embeds: z.array(z.object({ title: z.string().nullish(), description: z.string().nullish() })).nullish(),
  poll: z
    .object({
      question: z.object({ text: z.string().nullish() }),
      answers: z.array(z.object({ poll_media: z.object({ text: z.string().nullish() }) })).default([]),
    })
    .nullish(),
});
type Shown = z.infer<typeof Shown>;

export const ShownMessage = Shown.extend({
  message_snapshots: z.array(z.object({ message: Shown })).nullish(),
});
export type ShownMessage = z.infer<typeof ShownMessage>;

/** Names by id, of a server. */
export type DiscordNames = { roles: ReadonlyMap<string, string>; channels: ReadonlyMap<string, string> };

/** What a message says to those who see it: names in place of ids, words in place of marks, what is attached in brackets. */
export function discordText(message: ShownMessage, names: DiscordNames): string {
  const forwarded = (message.message_snapshots ?? []).map(
    ({ message: one }) => `[Forwarded]\n${shownText(one, names)}`,
  );
  return [shownText(message, names), ...forwarded].filter(Boolean).join('\n');
}

/** Whether its text names roles or channels, whose names have to be asked for. */
export function namesRolesOrChannels(message: ShownMessage): boolean {
  const shown = [message, ...(message.message_snapshots ?? []).map((one) => one.message)];
  return shown.some(({ content }) => /<(?:@&|#)\d/.test(content));
}

function shownText(shown: Shown, names: DiscordNames): string {
  const users = new Map((shown.mentions ?? []).map((user) => [user.id, user.global_name ?? user.username]));
  const read = (text: string) => wordsOf(text, { ...names, users });
  const { content, attachments, sticker_items: stickers, embeds, poll } = shown;
  const words = read(content).trim();
  const things = [
    ...(attachments ?? []).map(attachmentText),
    ...(stickers ?? []).map(({ name }) => `[Sticker: ${name}]`),
    ...(poll
      ? [poll.question.text, ...poll.answers.map((answer) => `- ${answer.poll_media.text ?? ''}`)]
      : []),
  ];
  // Next to words they are previews of the links among them.
  const cards = words === '' ? (embeds ?? []).flatMap(({ title, description }) => [title, description]) : [];
  return [words, ...cards.map((card) => read(card ?? '')), ...things].filter(Boolean).join('\n');
}

function attachmentText({
  filename,
  description,
  content_type: type,
  duration_secs: seconds,
}: NonNullable<Shown['attachments']>[number]): string {
  const kind = /^(?:image|video|audio)/.exec(type ?? '')?.[0] ?? 'file';
  if (kind === 'audio' && seconds != null) return '[Voice message]';
  const label = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  return [`[${label}`, description || filename].filter(Boolean).join(': ').concat(']');
}

type Names = DiscordNames & { users: ReadonlyMap<string, string> };

/** Longer than any message. */
const LONGEST = 20_000;
/** Stand for what no mark may reach into; no message keeps them. */
const [HELD, HELD_END] = ['\ue000', '\ue001'];

/** Code, ids in brackets, links with and without words, and escaped characters: from left to right, each in linear time. */
const HELD_PARTS = new RegExp(
  [
    '```(?:[\\w+-]{1,20}\\n)?(?<block>[^`]*(?:`{1,2}[^`]+)*)```',
    '``(?<double>[^`]+)``',
    '`(?<code>[^`\\n]+)`',
    '<@!?(?<user>\\d{1,21})>',
    '<@&(?<role>\\d{1,21})>',
    '<#(?<channel>\\d{1,21})>',
    '<a?:(?<emoji>\\w{1,32}):\\d{1,21}>',
    '<t:(?<seconds>-?\\d{1,12})(?::(?<style>[tTdDfFR]))?>',
    '</(?<command>[^<>:]{1,100}):\\d{1,21}>',
    '<id:(?<place>\\w{1,20})>',
    '\\[(?<words>[^\\[\\]\\n]{1,500})\\]\\(<?(?<target>https?://(?:[^\\s()<>]|\\([^\\s()<>]*\\))+)>?(?: "[^"\\n]*")?\\)',
    '<(?<quiet>https?://[^\\s<>]+)>',
    '(?<bare>https?://[^\\s<>]+)',
    '\\\\(?<escaped>[^\\w\\s])',
  ].join('|'),
  'g',
);

function wordsOf(content: string, names: Names): string {
  const held: string[] = [];
  const holding = content
    .slice(0, LONGEST)
    .replaceAll(/[\ue000\ue001]/g, '')
    .replaceAll(HELD_PARTS, (whole, ...found) => {
      const groups: unknown = found.at(-1);
      held.push(partText(whole, typeof groups === 'object' && groups !== null ? { ...groups } : {}, names));
      return `${HELD}${held.length - 1}${HELD_END}`;
    });
  return withoutMarks(holding).replaceAll(/\ue000(\d+)\ue001/g, (_whole, index) => held[Number(index)] ?? '');
}

function partText(whole: string, groups: Record<string, string | undefined>, names: Names): string {
  const { user, role, channel, emoji, seconds, style, command, place, words, target, escaped } = groups;
  if (user !== undefined) return `@${names.users.get(user) ?? 'unknown-user'}`;
  if (role !== undefined) return `@${names.roles.get(role) ?? 'unknown-role'}`;
  if (channel !== undefined) return `#${names.channels.get(channel) ?? 'unknown'}`;
  if (emoji !== undefined) return `:${emoji}:`;
  if (seconds !== undefined) return timeText(Number(seconds), style) ?? whole;
  if (command !== undefined) return `/${command}`;
  if (place !== undefined) return `#${place}`;
  if (words !== undefined) return words === target ? words : `${withoutMarks(words)} (${target})`;
  const { block, double, code, quiet, bare } = groups;
  return escaped ?? (block ?? double ?? code)?.trim() ?? quiet ?? bare ?? whole;
}

/** Readers see it in their own time; text has one for all. */
function timeText(seconds: number, style: string | undefined): string | undefined {
  const at = new Date(seconds * 1_000);
  if (Number.isNaN(at.getTime())) return undefined;
  const isTime = style === 't' || style === 'T';
  const isDate = style === 'd' || style === 'D';
  const words = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    ...(isTime ? {} : { dateStyle: 'long' }),
    ...(isDate ? {} : { timeStyle: 'short' }),
  }).format(at);
  return isDate ? words : `${words} UTC`;
}

/** Marks in pairs: bold, underlined, struck through, hidden until it is clicked. */
const PAIRS = ['**', '__', '~~', '||'];

function withoutMarks(text: string): string {
  let words = text.replaceAll(/^(?:#{1,3}|-#) +(?=\S)/gm, '');
  for (const mark of PAIRS) {
    const pieces = words.split(mark);
    const last = pieces.pop() ?? '';
    // The last one of an odd number has no other.
    words = `${pieces.join('')}${pieces.length % 2 === 1 ? mark : ''}${last}`;
  }
  return words
    .replaceAll(/(?<!\*)\*(?=[^\s*])([^*]*[^\s*])\*(?!\*)/g, '$1')
    .replaceAll(/(?<!\w)_(?=[^\s_])([^_]*[^\s_])_(?!\w)/g, '$1');
}
