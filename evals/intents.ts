/** What customers ask about, in sentences of our own: how it is asked and how it is said. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

export type IntentText = { intent: number; isQuestion: boolean; text: string };

const Line = z.string().regex(/^(?:= [a-z_]+|[?!] \S.*)$/);

export function readIntents(): { names: string[]; texts: IntentText[] } {
  const names: string[] = [];
  const texts: IntentText[] = [];
  let intent = -1;
  for (const part of [1, 2, 3, 4]) {
    const file = new URL(`agent-intents-${part}.txt`, import.meta.url);
    for (const written of readFileSync(file, 'utf8').split('\n')) {
      if (written.trim() === '') continue;
      const line = Line.parse(written);
      const text = line.slice(2);
      // A later file goes on about the same intents.
      if (line.startsWith('= ')) intent = names.includes(text) ? names.indexOf(text) : names.push(text) - 1;
      else texts.push({ intent, isQuestion: line.startsWith('? '), text });
    }
  }
  return { names, texts };
}
