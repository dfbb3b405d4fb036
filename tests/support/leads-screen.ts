import { type BrowserContext, expect, type Locator, type Page, type Route, test } from '@playwright/test';
import type { Lead } from '#features/leads/contract.ts';
import type { LeadGroup } from '#features/leads/contract-groups.ts';
import type { Role } from '#kit/actor.ts';
import { keepPage, type RunningServer, useServer, visit } from './e2e.ts';

export type LeadsScreen = {
  server: RunningServer;
  /** Of the page that is kept. */
  context: BrowserContext;
  /** The kept one, unless the test works apart. */
  page: Page;
  api: <T>(method: 'get' | 'post' | 'patch', path: string, data?: unknown) => Promise<T>;
  /** The newest group, so it is the one that the screen chooses. */
  createGroup: (name?: string) => Promise<LeadGroup>;
  addLead: (group: LeadGroup, fields?: Record<string, unknown>) => Promise<Lead>;
  openLeads: (path?: string) => Promise<void>;
  /** Loads the app there anew: for a test that is about that, or that answers before the screen has asked. */
  loadLeads: (path?: string) => Promise<void>;
  /**
   * A page of its own until the test ends: for another person, for a clock that is stopped, and for answers in the place
   * of the server's that the kept page would remember.
   */
  workApart: (role?: Role) => Promise<Page>;
  groupSelect: () => Locator;
  discover: () => Locator;
  audience: () => Locator;
  tableRow: (name: string) => Locator;
  toast: (variant: 'default' | 'destructive') => Locator;
};

/** The lead screen of a workspace that is empty at first, and what its tests do there again and again. */
export function useLeadsScreen(): LeadsScreen {
  const server = useServer({ demo: false });
  const open: { kept?: Page; apart?: Page | undefined; groups: number } = { groups: 0 };
  const screen: LeadsScreen = {
    server,
    get context() {
      if (!open.kept) throw new Error('The browser is there once the tests run.');
      return open.kept.context();
    },
    get page() {
      const page = open.apart ?? open.kept;
      if (!page) throw new Error('The page is there once a test runs.');
      return page;
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
      await visit(screen.page, `${server.url}${path}`);
      await expect(heading()).toBeVisible();
      // The page may have been elsewhere when the newest group came; until its people come, those of another stand there.
      const [newest] = await screen.api<LeadGroup[]>('get', '/api/lead-groups');
      if (newest) await expect(screen.page.locator(`[data-group="${newest.id}"]`)).toBeVisible();
      await expect(screen.page.locator('[role=grid][aria-busy=true]')).toHaveCount(0);
    },
    async loadLeads(path = '/leads') {
      await screen.page.goto(`${server.url}${path}`);
      await expect(heading()).toBeVisible();
    },
    async workApart(role = 'admin') {
      const context = await screen.context.browser()?.newContext();
      if (!context) throw new Error('The browser has gone.');
      await server.signIn(context, role);
      open.apart = await context.newPage();
      return open.apart;
    },
    groupSelect: () => screen.page.getByRole('combobox', { name: 'Lead group' }).first(),
    discover: () => screen.page.getByRole('button', { name: 'Discover Leads' }),
    audience: () => screen.page.getByLabel('Target audience'),
    tableRow: (name) => screen.page.getByRole('row').filter({ hasText: name }),
    toast: (variant) => screen.page.locator(`[data-toast="${variant}"]`),
  };
  const heading = (): Locator => screen.page.getByRole('heading', { name: 'Lead Manager', level: 1 });
  keepPage(server, (page) => {
    open.kept = page;
  });
  test.afterEach(async () => {
    await open.apart?.context().close();
    open.apart = undefined;
  });
  return screen;
}

/** An answer in place of the server's. */
export const json =
  (body: unknown, status = 200) =>
  (route: Route): Promise<void> =>
    route.fulfill({ status, json: body });
