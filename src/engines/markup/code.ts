import type { MarkdownIt } from 'markdown-it';

const LONGEST_CODE = 500;
const LETTER = /[\p{L}\p{N}]/u;

type Rule = Parameters<MarkdownIt['inline']['ruler']['at']>[1];

/** `words` between backticks, as they are. One within a word is an apostrophe: it`s. */
export const readCode: Rule = (state, silent) => {
  const { src, pos } = state;
  if (src[pos] !== '`') return false;
  let from = pos;
  while (src[from] === '`') from += 1;
  const sign = src.slice(pos, from);
  const found = src.slice(from, from + LONGEST_CODE).indexOf(sign);
  const end = from + found;
  const isCode = found > 0 && !LETTER.test(src[pos - 1] ?? '') && !LETTER.test(src[end + sign.length] ?? '');
  if (!silent && isCode) {
    const token = state.push('code_inline', 'code', 0);
    token.content = src.slice(from, end).replaceAll('\n', ' ').trim();
  } else if (!silent) state.pending += sign;
  state.pos = isCode ? end + sign.length : from;
  return true;
};
