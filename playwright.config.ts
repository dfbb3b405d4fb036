import { defineConfig } from '@playwright/test';

/** Files that take longest begin first, so that no browser is left alone with one of them at the end. */
const LONG = /(access|campaigns|design|leads|lead-discovery|sending|shell)\.spec\.ts$/;

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/playwright-setup.ts',
  outputDir: 'test-output/e2e',
  // Each file starts its own server. Much of a test is waiting, so three keep two cores busy.
  workers: 3,
  fullyParallel: false,
  projects: [
    { name: 'long', testMatch: LONG },
    { name: 'short', testIgnore: LONG },
  ],
  // A test that passes at its second try is named as flaky by the reporter and counted apart in the summary of `npm test`.
  retries: 1,
  // A build that is broken altogether is told soon.
  maxFailures: 10,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: process.env.CI ? [['line'], ['json', { outputFile: 'test-output/e2e.json' }]] : [['list']],
  use: {
    actionTimeout: 20_000,
    browserName: 'chromium',
    viewport: { width: 1280, height: 900 },
    timezoneId: 'Europe/London',
    locale: 'en-GB',
    screenshot: 'only-on-failure',
    // A trace of every test costs as much as the test; `--trace on` records one.
    trace: 'off',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // One process draws for all tabs, and a tab costs no process of its own: a third less to start for each test.
        '--in-process-gpu',
        '--renderer-process-limit=1',
        '--disable-site-isolation-trials',
      ],
    },
  },
});
