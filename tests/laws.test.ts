import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise, type IReporterOutput } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import config from '../dependency-cruiser.config.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
// Below the project, so that its packages are found.
const fixture = join(root, '.cache/laws');

/** One import each, and the law it breaks; undefined where it is as it should be. */
const CASES: [from: string, specifier: string, law?: string][] = [
  ['src/kit/a.ts', 'zod'],
  ['src/kit/b.ts', '#platform/db.ts', 'kit-imports-zod-only'],
  ['src/kit/c.ts', 'node:fs', 'kit-imports-zod-only'],
  ['src/engines/safety/a.ts', '#kit/money.ts'],
  ['src/engines/safety/b.ts', '#features/leads/contract.ts', 'engines-import-kit'],
  ['src/engines/safety/c.ts', 'node:fs', 'browser-imports-no-node'],
  ['src/platform/a.ts', '#kit/money.ts'],
  ['src/platform/b.ts', '#features/leads/contract.ts', 'platform-knows-no-product'],
  ['src/platform/c.ts', '#providers/mail/port.ts', 'platform-knows-no-product'],
  ['src/providers/mail/adapter.ts', '#platform/db.ts'],
  ['src/providers/mail/b.ts', '#features/leads/contract.ts', 'providers-know-no-product'],
  ['src/ui/a.tsx', '#kit/money.ts'],
  ['src/ui/b.tsx', '#features/leads/contract.ts', 'ui-knows-no-product'],
  ['src/embeds/a.ts', '#features/leads/contract.ts'],
  ['src/embeds/b.ts', 'react', 'embeds-are-tiny'],
  ['src/features/leads/server/a.ts', '#app/server.ts', 'nobody-imports-app'],
  ['src/app/worker.ts', '#providers/mail/adapter.ts'],

  ['src/features/leads/web/a.ts', '#platform/db.ts', 'browser-imports-no-server'],
  ['src/features/leads/web/b.ts', '../server/service.ts', 'browser-imports-no-server'],
  ['src/features/leads/web/c.ts', 'node:fs', 'browser-imports-no-node'],
  ['src/app/web/a.tsx', '#features/leads/server/service.ts', 'browser-imports-no-server'],
  ['src/app/web/b.tsx', '../contract.ts'],
  ['src/features/leads/server/b.ts', '../web/api.ts', 'server-imports-no-screen'],
  ['src/features/leads/server/c.ts', '#ui/a.tsx', 'server-imports-no-screen'],
  ['src/features/leads/server/d.ts', 'react', 'server-imports-no-react'],
  ['src/features/mail/server/mail-html.ts', 'react-email'],
  ['src/features/mail/server/mail-template.ts', 'react-email', 'server-imports-no-react'],

  ['src/features/leads/rules.ts', './contract.ts'],
  ['src/features/leads/rules-a.ts', '#platform/db.ts', 'contract-and-rules-are-pure'],
  ['src/features/leads/rules-b.ts', 'node:crypto', 'contract-and-rules-are-pure'],
  ['src/features/crm/rules.ts', '#features/leads/rules.ts'],
  ['src/features/crm/contract-board.ts', '#features/leads/contract.ts'],
  ['src/features/crm/contract-list.ts', '#platform/db.ts', 'contract-and-rules-are-pure'],
  ['src/features/crm/web/c.tsx', '#features/imports/contract.ts'],
  ['src/features/leads/server/e.ts', '#providers/mail/port.ts'],
  ['src/features/leads/server/f.ts', '#providers/mail/adapter.ts', 'features-see-ports-only'],
  ['src/features/leads/server/store.ts', 'drizzle-orm'],
  ['src/features/leads/server/group-store.ts', 'drizzle-orm'],
  ['src/features/leads/server/g.ts', 'drizzle-orm', 'drizzle-in-its-places'],
  ['src/features/leads/server/h.ts', 'pg', 'pg-in-platform'],
  ['src/platform/egress.ts', 'node:https'],
  ['src/providers/mail/c.ts', 'node:https', 'http-leaves-through-egress'],
  ['src/features/leads/server/o.ts', 'node:http', 'http-leaves-through-egress'],
  ['src/features/imports/server/read-records.ts', 'csv-parse'],
  ['src/features/imports/server/read-records-worker.ts', './read-records.ts'],
  ['src/features/imports/server/a.ts', './read-records.ts', 'files-are-parsed-in-threads'],
  ['src/features/imports/server/b.ts', 'unpdf', 'files-are-parsed-in-threads'],

  ['src/features/crm/server/a.ts', '#features/leads/server/service.ts'],
  ['src/features/crm/server/b.ts', '#features/leads/server/store.ts', 'front-doors'],
  ['src/features/crm/server/e.ts', '#features/compliance/server/audit-store.ts'],
  ['src/features/crm/server/d.ts', '#features/leads/server/intake/file-service.ts', 'front-doors'],
  ['src/features/crm/web/a.tsx', '#features/leads/web/stage-badge.tsx'],
  ['src/features/crm/web/b.tsx', '#features/leads/web/list/lead-table.tsx', 'front-doors'],
  ['src/features/leads/server/i.ts', '#features/crm/server/service.ts', 'order-of-features-leads'],
  ['src/features/discovery/server/a.ts', '#features/imports/contract.ts', 'order-of-features-discovery'],
  ['src/features/crm/server/c.ts', '#features/content/contract.ts', 'order-of-features-crm'],
  ['src/features/campaigns/server/a.ts', '#features/content/contract.ts'],
  ['src/features/newcomers/server/a.ts', '#kit/money.ts', 'features-have-a-rank'],

  ['src/features/leads/server/j.ts', './k.ts', 'no-cycles'],
  ['src/features/leads/server/l.ts', '../../../kit/money.ts', 'relative-imports-stay-home'],
  ['src/features/leads/server/m.ts', './nowhere.ts', 'imports-resolve'],
  ['src/features/leads/server/n.ts', 'vitest', 'packages-are-declared'],
  ['src/features/leads/server/n.test.ts', 'vitest'],
];

const TARGETS = [
  'src/kit/money.ts',
  'src/platform/db.ts',
  'src/providers/mail/port.ts',
  'src/app/server.ts',
  'src/app/contract.ts',
  'src/features/leads/contract.ts',
  'src/features/imports/contract.ts',
  'src/features/leads/server/service.ts',
  'src/features/leads/web/api.ts',
  'src/features/leads/web/stage-badge.tsx',
  'src/features/leads/web/list/lead-table.tsx',
  'src/features/leads/server/intake/file-service.ts',
  'src/features/compliance/server/audit-store.ts',
  'src/features/crm/server/service.ts',
  'src/features/content/contract.ts',
];

describe('the import law', () => {
  const broken = new Map<string, string[]>();

  beforeAll(async () => {
    rmSync(fixture, { recursive: true, force: true });
    for (const file of TARGETS) write(file, 'export const target = 1;\n');
    write('src/features/leads/server/k.ts', `import './j.ts';\n`);
    for (const [from, specifier] of CASES) write(from, `import '${specifier}';\nexport const source = 1;\n`);
    copyFileSync(join(root, 'package.json'), join(fixture, 'package.json'));
    const { options, forbidden } = config;
    const { output }: IReporterOutput = await cruise(
      ['src'],
      { ...options, baseDir: fixture, validate: true, ruleSet: { forbidden } },
      options.enhancedResolveOptions,
    );
    if (typeof output === 'string') throw new Error(output);
    for (const { from, rule } of output.summary.violations) {
      broken.set(from, [...(broken.get(from) ?? []), rule.name]);
    }
  });
  afterAll(() => rmSync(fixture, { recursive: true, force: true }));

  function write(file: string, text: string): void {
    const path = join(fixture, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  it.each(CASES.filter(([, , law]) => law === undefined))('lets %s import %s', (from) => {
    expect(broken.get(from) ?? []).toEqual([]);
  });

  it.each(CASES.filter(([, , law]) => law !== undefined))('refuses %s to import %s: %s', (from, _to, law) => {
    expect(broken.get(from) ?? []).toContain(law);
  });

  it.each([
    ['src/providers/lead-sources/a.ts', 1],
    ['src/features/leads/server/p.ts', 1],
    ['src/platform/d.ts', 1],
    ['src/ui/b.ts', 0],
  ])('lets nobody on the server call fetch: %s', (file, status) => {
    write(file, "export const answer = await fetch('https://example.com');\n");
    copyFileSync(join(root, '.oxlintrc.json'), join(fixture, '.oxlintrc.json'));
    const lint = spawnSync(join(root, 'node_modules/.bin/oxlint'), [file], {
      cwd: fixture,
      encoding: 'utf8',
    });
    expect(lint.stdout.includes('no-restricted-globals')).toBe(status === 1);
    expect(lint.status).toBe(status);
  });

  it('has a case for every law', () => {
    const shown = new Set(CASES.map(([, , law]) => law));
    const generic = config.forbidden.map(({ name }) => name).filter((name) => !name.startsWith('order-of-'));
    expect(generic.filter((name) => !shown.has(name))).toEqual([]);
  });
});
