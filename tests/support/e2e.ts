import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, type BrowserContextOptions, expect, type Page, test } from '@playwright/test';
import type { Role } from '#kit/actor.ts';
import { ADMIN, GATE_PASSWORD, testClient } from './client.ts';
import { copyTemplate, type TestDatabase } from './database-server.ts';
import { demoDay, demoDayLeftMs, TEMPLATES, type Templates } from './playwright-setup.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

/** What the tests of one file take at most: those of a demo begin in one of its days and end in it. */
const LONGEST_FILE_MS = 90_000;

export type RunningServer = {
  /** Without a trailing slash. */
  url: string;
  process: ServerProcess | undefined;
  /** Past the gate and signed in with this role, in the browser too. */
  signIn: (context: BrowserContext, role?: Role) => Promise<void>;
};

/**
 * Starts the real server for the tests of one file, and ends it after them: on a database of its own in the server of
 * the run, or with the embedded one that `npm start` has. The address is known once the tests run.
 */
export function useServer({
  demo = true,
  embedded = false,
  env = {},
}: {
  demo?: boolean;
  embedded?: boolean;
  env?: Record<string, string>;
} = {}): RunningServer {
  let dataDir = '';
  let database: TestDatabase | undefined;
  // Checking a password is slow on purpose: each role does it once in a file, and again when its session was ended.
  const sessions = new Map<Role, Cookies>();
  const running: RunningServer = {
    url: '',
    process: undefined,
    async signIn(context, role = 'admin') {
      await context.addInitScript(() => localStorage.setItem('testing-access', 'granted'));
      const kept = sessions.get(role);
      if (kept && (await isSignedInAs(role, context, running.url, kept))) return;
      const person = role === 'admin' ? ADMIN : await invitePerson(running.url, role);
      await post(context, `${running.url}/api/access`, { password: GATE_PASSWORD });
      await post(context, `${running.url}/api/auth/sign-in/email`, person);
      sessions.set(role, await context.cookies());
    },
  };

  test.beforeAll(async () => {
    const leftMs = demo ? demoDayLeftMs() : Number.POSITIVE_INFINITY;
    const waitMs = leftMs < LONGEST_FILE_MS ? leftMs + 1_000 : 0;
    test.setTimeout(60_000 + waitMs);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    dataDir = mkdtempSync(join(tmpdir(), 'yarrow-e2e-'));
    const { empty, demo: made } = templates();
    // One that was made before midnight is not of today any more: the server makes its own.
    if (!embedded) database = await copyTemplate(demo && made.day === demoDay() ? made : empty);
    running.process = await startServerProcess({
      DATA_DIR: dataDir,
      DATABASE_URL: database?.url ?? '',
      DEMO: demo ? 'on' : 'off',
      LOG_LEVEL: 'warn',
      ...env,
    });
    running.url = running.process.url;
  });

  // What the server said beside a test that failed tells more than the screen alone.
  test.afterEach(async ({ browserName: _none }, info) => {
    if (info.status === info.expectedStatus) return;
    mkdirSync(info.outputDir, { recursive: true });
    writeFileSync(info.outputPath('server.log'), running.process?.output() ?? '');
  });

  test.afterAll(async () => {
    await running.process?.end();
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return running;
}

/** As `playwright-setup.ts` left it. */
function templates(): Templates {
  return JSON.parse(process.env[TEMPLATES] ?? '') as Templates;
}

const LIMIT_MS = 20_000;

/**
 * Goes to this address as a link in the app does: to a new screen, while the app stays. Loading it again costs five times
 * as much. Loads it where it does not run yet. What was told before is put away; what the app has heard it keeps, so a
 * test that answers in the place of the server loads the page itself.
 */
export async function visit(page: Page, url: string): Promise<void> {
  const isThere = await page.evaluate(
    async ({ to, limitMs }) => {
      if (location.origin !== new URL(to).origin || !document.querySelector('main#work')) return false;
      const end = performance.now() + limitMs;
      const until = (isSo: () => boolean): Promise<void> =>
        new Promise((resolve, reject) => {
          const look = (): void => {
            if (isSo()) resolve();
            else if (performance.now() > end) reject(new Error(`${to} was not opened`));
            else requestAnimationFrame(look);
          };
          look();
        });
      await until(() => {
        const toast = document.querySelector('[data-toast]');
        toast?.querySelector<HTMLButtonElement>('button[aria-label=Dismiss]')?.click();
        return toast === null;
      });
      // By way of a place that keeps nothing: from a screen to the same one would be no new screen.
      const isAway = (): boolean => document.title.startsWith('Landing');
      history.pushState({}, '', '/landing');
      await until(isAway);
      history.pushState({}, '', to);
      if (new URL(to).pathname !== '/landing') await until(() => !isAway());
      return true;
    },
    { to: url, limitMs: LIMIT_MS },
  );
  if (!isThere) await page.goto(url);
}

/** A signed-in page for all tests of a file, or of a describe, told once it is there and left for each as a new one would be. */
export function keepPage(
  server: RunningServer,
  use: (page: Page) => void,
  options: BrowserContextOptions = {},
): void {
  let page: Page;
  test.beforeAll(async ({ browser }) => {
    const context = await browser.newContext(options);
    await server.signIn(context);
    page = await context.newPage();
    use(page);
  });
  test.afterEach(() => tidy(page, options.viewport));
  test.afterAll(() => page.context().close());
}

/** Leaves a page that is kept for the next test as a new one would be, in a window of this size. */
export async function tidy(page: Page, viewport = test.info().project.use.viewport): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  if (await page.locator('main#work').count()) {
    await visit(page, new URL('/landing', page.url()).href);
    // What one test left unsaved is not offered to the next.
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key !== 'testing-access') localStorage.removeItem(key);
    });
  }
  await page.emulateMedia({ colorScheme: null, forcedColors: null, media: null, reducedMotion: null });
  if (viewport) await page.setViewportSize(viewport);
}

/** What the builder would take is three times as long, and sent and read anew for each look, twice. */
const AXE = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

/**
 * Of what axe does most is reading the same dozen colours, some twenty thousand times a look, and keeping the markup of
 * all it has seen: each colour is read once, and no markup is kept.
 */
const READ_ONCE = `;(() => {
  axe.configure({ noHtml: true });
  const { prototype } = axe.commons.color.Color;
  const { parseString } = prototype;
  const known = new Map();
  prototype.parseString = function (text) {
    const colour = known.get(text);
    if (colour === undefined) {
      parseString.call(this, text);
      known.set(text, { r: this.r, g: this.g, b: this.b, alpha: this.alpha });
      return this;
    }
    return Object.assign(this, colour);
  };
})()`;

/** Fails with the list of violations, if axe finds any in these parts of the page as it stands; in all of it unless told. */
export async function expectAccessible(page: Page, ...parts: string[]): Promise<void> {
  // What still fades in has not the colours that it is read in.
  const isThere = await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
    return 'axe' in window;
  });
  if (!isThere) await page.evaluate(AXE + READ_ONCE);
  // Without frames one pass in the page itself does; a second page to gather results, and lists of what is well, take
  // three times as long.
  const isAlone = page.frames().length === 1;
  let axe = new AxeBuilder({ page, axeSource: isAlone ? '0' : AXE })
    .setLegacyMode(isAlone)
    .options({ resultTypes: ['violations'] });
  for (const part of parts) axe = axe.include(part);
  const { violations } = await axe.analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`),
  ).toEqual([]);
}

/**
 * Fails where words or controls stand beyond the edge of the window: also those that a box around them cuts off, by which
 * the page grows no wider. What lies in a box that scrolls sideways can be reached.
 */
export async function expectNothingCutOff(page: Page): Promise<void> {
  const cutOff = await page.evaluate(() => {
    const isReached = (element: Element): boolean => {
      for (let box = element.parentElement; box && box.tagName !== 'MAIN'; box = box.parentElement) {
        const scrolls = /auto|scroll/.test(getComputedStyle(box).overflowX);
        if (scrolls && box.scrollWidth > box.clientWidth) return true;
      }
      return false;
    };
    const speaks = (element: Element): boolean =>
      element.matches('button, input, select, textarea, img') ||
      [...element.childNodes].some(
        ({ nodeType, textContent }) => nodeType === 3 && textContent?.trim() !== '',
      );
    const found = [...document.body.querySelectorAll('*')].filter((element) => {
      if (!speaks(element) || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        return false;
      const { left, right, width } = element.getBoundingClientRect();
      // What only screen readers hear is a pixel wide.
      return width > 1 && (left < -1 || right > innerWidth + 1) && !isReached(element);
    });
    return found.map(
      (element) => `${element.tagName.toLowerCase()} ${element.textContent?.slice(0, 60) ?? ''}`,
    );
  });
  expect(cutOff, 'beyond the edge of the window').toEqual([]);
  const { wide, windowPx } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    windowPx: innerWidth,
  }));
  expect(wide, 'width of the page').toBeLessThanOrEqual(windowPx);
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

async function isSignedInAs(
  role: Role,
  context: BrowserContext,
  url: string,
  cookies: Cookies,
): Promise<boolean> {
  await context.addCookies(cookies);
  const response = await context.request.get(`${url}/api/auth/user`);
  if (response.ok() && ((await response.json()) as { role: Role }).role === role) return true;
  await context.clearCookies();
  return false;
}

async function post(context: BrowserContext, url: string, data: unknown): Promise<void> {
  const response = await context.request.post(url, { data });
  expect(response.ok(), `${url} answered ${response.status()}`).toBe(true);
}

async function invitePerson(url: string, role: Role): Promise<{ email: string; password: string }> {
  const admin = testClient(url);
  await admin.post('/api/access', { password: GATE_PASSWORD });
  await admin.post('/api/auth/sign-in/email', ADMIN);
  const email = `${role}-${crypto.randomUUID().slice(0, 8)}@yarrow.test`;
  const { link } = await admin.post<{ link: string }>('/api/invitations', { email, role });
  const invited = testClient(url);
  await invited.post('/api/access', { password: GATE_PASSWORD });
  await invited.post('/api/invitations/accept', {
    token: new URL(link).hash.slice(1),
    firstName: role,
    lastName: 'Person',
    password: ADMIN.password,
  });
  return { email, password: ADMIN.password };
}
