import { characterCount, splitSubject } from './rules.ts';
import { plainText } from './rules-markup.ts';

/** What a network or an ad place takes, in characters; as published by each in 2026. */
type ChannelLimit = { name: string; characters: number };

const POST_LIMITS: readonly ChannelLimit[] = [
  { name: 'X', characters: 280 },
  { name: 'Bluesky', characters: 300 },
  { name: 'Mastodon', characters: 500 },
  { name: 'Instagram', characters: 2_200 },
  { name: 'LinkedIn', characters: 3_000 },
];

export type LimitCheck = ChannelLimit & { used: number; fits: boolean };

/** How long a post is, and where it fits. */
export function postLimits(content: string): LimitCheck[] {
  const used = characterCount(plainText(content));
  return POST_LIMITS.map((limit) => ({ ...limit, used, fits: used <= limit.characters }));
}

export type AdParts = { headline: LimitCheck; description: LimitCheck };

/** An ad as search networks show it: a headline of 30 characters, a description of 90. */
export function adParts(content: string): AdParts & { headlineText: string; descriptionText: string } {
  const lines = plainText(content)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const [headlineText = '', ...rest] = lines;
  const descriptionText = rest.join(' ');
  const check = (name: string, text: string, characters: number): LimitCheck => {
    const used = characterCount(text);
    return { name, characters, used, fits: used <= characters };
  };
  return {
    headlineText,
    descriptionText,
    headline: check('Headline', headlineText, 30),
    description: check('Description', descriptionText, 90),
  };
}

export type ScriptLine = { time: string; text: string };

/** A script by its times; lines without one belong to the line before. */
export function scriptLines(content: string): ScriptLine[] {
  const lines: ScriptLine[] = [];
  for (const line of plainText(splitSubject(content).body).split('\n')) {
    const [, time, text] = /^\s*\[(\d+:\d\d)\s*[-–]\s*\d+:\d\d\]\s*(.*)$/.exec(line) ?? [];
    const last = lines.at(-1);
    if (time !== undefined) lines.push({ time, text: text ?? '' });
    else if (line.trim() === '') continue;
    else if (last) last.text = `${last.text} ${line.trim()}`.trim();
    else lines.push({ time: '', text: line.trim() });
  }
  return lines;
}
