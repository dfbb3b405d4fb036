import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { OFFLINE_WORLD } from '#tests/support/source-world.ts';
import { createLeadSources } from './registry.ts';

const names = readdirSync(import.meta.dirname)
  .filter((file) => /^[a-z-]+\.ts$/.test(file) && file !== 'conformance.ts')
  .map((file) => file.slice(0, -3));

it('lists every source that there is a file of', async () => {
  const modules = await Promise.all(
    names.map(async (name) => {
      const path = `./${name}.ts`;
      return (await import(/* @vite-ignore */ path)) as Record<string, unknown>;
    }),
  );
  const isSource = (value: unknown): value is { platform: string } =>
    typeof value === 'object' && value !== null && 'platform' in value && 'connect' in value;
  const defined = modules.flatMap(Object.values).filter(isSource);
  expect(defined.length).toBeGreaterThan(9);
  const listed = createLeadSources(OFFLINE_WORLD).map(({ platform }) => platform);
  expect(listed.toSorted()).toEqual(defined.map(({ platform }) => platform).toSorted());
});
