import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '#platform/project-root.ts';

const page = readFileSync(`${PROJECT_ROOT}ARCHITECTURE.md`, 'utf8');
const section = /^## Three paths through the code\n([^]*?)^## /m.exec(page)?.[1] ?? '';
const steps = [...section.matchAll(/^\d+\. `([^`]+)` `(\w+)`/gm)].map(([, file = '', name = '']) => ({
  file,
  name,
}));

describe('the paths of ARCHITECTURE.md', () => {
  it('are found', () => expect(steps.length).toBeGreaterThan(20));

  it.each(steps)('$file has $name', ({ file, name }) => {
    const text = readFileSync(`${PROJECT_ROOT}src/features/${file}`, 'utf8');
    expect(text).toMatch(new RegExp(`(function\\*?|const|class) ${name}\\b`));
  });
});
