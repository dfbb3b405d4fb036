import { type BrowserContext, expect, type Locator, type Page, type Route, test } from '@playwright/test';
import type { Lead } from '#features/leads/contract.ts';
import type { LeadGroup } from '#features/leads/contract-groups.ts';
import { type RunningServer, useServer } from './e2e.ts';

export type LeadsScreen = {
  server: RunningServer;
  context: BrowserContext;
  /** A new one for each test. */
  page: Page;
  api: <T>(method: 'get' | 'post' | 'patch', path: string, data?: unknown) => Promise<T>;
  /** The newest group, so it is the one that the screen chooses. */
  createGroup: (name?: string) => Promise<LeadGroup>;
  addLead: (group: LeadGroup, fields?: Record<string, unknown>) => Promise<Lead>;
  openLeads: (path?: string) => Promise<void>;
  groupSelect: () => Locator;
  discover: () => Locator;
  audience: () => Locator;
  tableRow: (name: string) => Locator;
  toast: (variant: 'default' | 'destructive') => Locator;
};

/** The lead screen of a workspace that is empty at first, and what its tests do there again and again. */
export function useLeadsScreen(): LeadsScreen {
  const server = useServer({ demo: false });
  const open: { context?: BrowserContext; page?: Page; groups: number } = { groups: 0 };
  const screen: LeadsScreen = {
    server,
    get context() {
      if (!open.context) throw new Error('The browser is there once the tests run.');
      return open.context;
    },
    get page() {
      if (!open.page) throw new Error('The page is there once a test runs.');
      return open.page;
    },
    set page(other) {
      open.page = other;
    },
    async api<T>(method: 'get' | 'post' | 'patch', path: string, data?: unknown) {
      const response = await screen.context.request[method](
        `${server.url}${path}`,
        data === undefined ? {} : { data },
      );
      const told = `${method} ${path} answered ${response.status()}: ${await response.text()}`;
      expect(response.ok(), told).toBe(true);
      return (await response.json()) as T;
    },
    createGroup: (name = `Group ${(open.groups += 1)}`) => screen.api('post', '/api/lead-groups', { name }),
    addLead: (group, fields = {}) =>
      screen.api('post', '/api/leads', {
        name: 'Dana Whitlow',
        groupId: group.id,
        legalGround: 'consent',
        behaviorSignal: 'Can anyone recommend a caffeine-free evening tea? Happy to pay for good leaves.',
        ...fields,
      }),
    async openLeads(path = '/leads') {
      await screen.page.goto(`${server.url}${path}`);
      await expect(screen.page.getByRole('heading', { name: 'Lead Manager', level: 1 })).toBeVisible();
    },
    groupSelect: () => screen.page.getByRole('combobox', { name: 'Lead group' }).first(),
    discover: () => screen.page.getByRole('button', { name: 'Discover Leads' }),
    audience: () => screen.page.getByLabel('Target audience'),
    tableRow: (name) => screen.page.getByRole('row').filter({ hasText: name }),
    toast: (variant) => screen.page.locator(`[data-toast="${variant}"]`),
  };
  test.beforeAll(async ({ browser }) => {
    open.context = await browser.newContext();
    await server.signIn(open.context);
  });
  test.afterAll(() => open.context?.close());
  test.beforeEach(async () => {
    open.page = await screen.context.newPage();
  });
  test.afterEach(() => open.page?.close());
  return screen;
}

/** An answer in place of the server's. */
export const json =
  (body: unknown, status = 200) =>
  (route: Route): Promise<void> =>
    route.fulfill({ status, json: body });
