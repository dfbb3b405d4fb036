import { describe, expect, it } from 'vitest';
import { ALL_ENDPOINTS } from '#app/contract.ts';
import { describeApi } from '#platform/documentation.ts';
import viteConfig from '../vite.config.ts';

describe('every call of the contract', () => {
  it('reaches the server while the page comes from Vite', () => {
    const proxied = Object.keys(viteConfig.server?.proxy ?? {}).map((pattern) => new RegExp(pattern));
    const paths = ALL_ENDPOINTS.map(({ path }) => path);
    expect(paths.filter((path) => !proxied.some((pattern) => pattern.test(path)))).toEqual([]);
    for (const page of ['/', '/leads', '/community', '/main.tsx', '/@vite/client', '/node_modules/react'])
      expect(
        proxied.some((pattern) => pattern.test(page)),
        page,
      ).toBe(false);
  });

  it('is in the description for programs, which refers to nothing outside of itself', () => {
    const api = describeApi(ALL_ENDPOINTS) as { paths: Record<string, object> };
    expect(Object.values(api.paths).flatMap((path) => Object.keys(path))).toHaveLength(ALL_ENDPOINTS.length);
    const references = new Set(JSON.stringify(api).match(/"\$ref":"[^"]*"/g));
    expect([...references]).toEqual(['"$ref":"#/components/responses/refusal"']);
  });
});
