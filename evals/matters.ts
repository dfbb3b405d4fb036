/** What customers ask about, in sentences of our own: how it is asked and how it is said. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

export type MatterText = { matter: number; isQuestion: boolean; text: string };

const Line = z.string().regex(/^(?:= [a-z_]+|[?!] \S.*)$/);

export function readMatters(): { names: string[]; texts: MatterText[] } {
  const names: string[] = [];
  const texts: MatterText[] = [];
  let matter = -1;
  for (const part of [1, 2, 3, 4]) {
    const file = new URL(`agent-matters-${part}.txt`, import.meta.url);
    for (const written of readFileSync(file, 'utf8').split('\n')) {
      if (written.trim() === '') continue;
      const line = Line.parse(written);
      const text = line.slice(2);
      // A later file goes on about the same matters.
      if (line.startsWith('= ')) matter = names.includes(text) ? names.indexOf(text) : names.push(text) - 1;
      else texts.push({ matter, isQuestion: line.startsWith('? '), text });
    }
  }
  return { names, texts };
}
