// `npm test`: the checks, the tests on a real PostgreSQL, and the tests in a real browser; each provides what it needs.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import * as z from 'zod';
import { SHARED_SERVER, startDatabaseServer } from '../tests/support/database-server.ts';
import { makeDemo, TEMPLATES, type Templates } from '../tests/support/playwright-setup.ts';
import { runChecks } from './check.ts';
import { provideBrowser } from './provide-browser.ts';
import { line, type Outcome, root, runStage } from './stage.ts';

type Counts = { passed: number; failed: number; flaky: number };

const VitestReport = z
  .object({ numPassedTests: z.number(), numFailedTests: z.number() })
  .transform(
    (report): Counts => ({ passed: report.numPassedTests, failed: report.numFailedTests, flaky: 0 }),
  );

const PlaywrightReport = z
  .object({ stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }) })
  .transform(
    ({ stats }): Counts => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      flaky: stats.flaky,
    }),
  );

const vitestFile = `${root}test-output/vitest.json`;
const playwrightFile = `${root}test-output/playwright.json`;

/** What a report counted. A run that broke before or beside its tests counts as one failure more. */
function countsOf(file: string, schema: z.ZodType<Counts>, { isGood }: Outcome): Counts {
  let counts: Counts = { passed: 0, failed: 0, flaky: 0 };
  try {
    counts = schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // No report: nothing ran.
  }
  return isGood || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

function failedBefore(name: string, reason: string): Outcome {
  console.error(reason);
  return { name, isGood: false, seconds: 0, output: reason };
}

function runVitest(env: NodeJS.ProcessEnv): Promise<Outcome> {
  console.log('\nUnit and integration');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestFile}`];
  return runStage({ name: 'vitest', command: 'vitest', args, env }, true);
}

function runPlaywright(given: NodeJS.ProcessEnv): Promise<Outcome> {
  console.log('\nBrowser');
  let browser = '';
  try {
    browser = provideBrowser();
  } catch (error) {
    return Promise.resolve(
      failedBefore('playwright', error instanceof Error ? error.message : String(error)),
    );
  }
  const env = { ...given, CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightFile };
  const args = ['test', '--reporter=list,json'];
  return runStage({ name: 'playwright', command: 'playwright', args, env }, true);
}

mkdirSync(`${root}test-output`, { recursive: true });
for (const file of [vitestFile, playwrightFile]) rmSync(file, { force: true });

console.log('Checks');
// They keep the processors busy, which the tests without a browser do not: these begin as soon as there is what they
// start, the server as it is shipped and the database server that both suites use. Where that one fails, the suites make
// their own and tell why they could not.
const checking = runChecks();
const starting = startDatabaseServer().catch(() => undefined);
const build = await runStage({ name: 'build', command: 'scripts/build.ts' }, true);
const server = await starting;
const shared = server && { url: server.url, template: server.template };
// The demo is made beside the first suite.
const making = shared && build.isGood ? makeDemo(shared).catch(() => undefined) : undefined;
const vitest = await runVitest(shared ? { [SHARED_SERVER]: JSON.stringify(shared) } : {});
const made = await making;
const outcomes = await checking;
const templates = shared && made && ({ empty: shared, demo: made.demo } satisfies Templates);
const playwright = build.isGood
  ? await runPlaywright(templates ? { [TEMPLATES]: JSON.stringify(templates) } : {})
  : failedBefore('playwright', 'The product could not be built.');
await made?.drop();
await server?.stop();
outcomes.push(build, vitest, playwright);

const units = countsOf(vitestFile, VitestReport, vitest);
const browser = countsOf(playwrightFile, PlaywrightReport, playwright);
console.log(`\nSummary\n${outcomes.map(line).join('\n')}\n`);
const flaky = browser.flaky > 0 ? `, ${browser.flaky} of those passed at the second try only` : '';
console.log(`${units.passed + browser.passed} passed, ${units.failed + browser.failed} failed${flaky}`);
process.exitCode = outcomes.every(({ isGood }) => isGood) ? 0 : 1;
