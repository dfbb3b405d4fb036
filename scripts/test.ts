// `npm test`: the checks, the tests on a real PostgreSQL, and the tests in a real browser; each provides what it needs.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import * as z from 'zod';
import { SHARED_SERVER, startDatabaseServer } from '../tests/support/database-server.ts';
import { makeDemo, TEMPLATES, type Templates } from '../tests/support/playwright-setup.ts';
import { runChecks } from './check.ts';
import { provideBrowser } from './provide-browser.ts';
import { line, type Outcome, root, runStage } from './stage.ts';

/** How a suite went: how many passed, and by name with what was said those that did not, or at the second try only. */
type Report = { passed: number; failed: string[]; flaky: string[] };

const VitestReport = z
  .object({
    numPassedTests: z.number(),
    testResults: z.array(
      z.object({
        name: z.string(),
        assertionResults: z.array(
          z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()) }),
        ),
      }),
    ),
  })
  .transform(
    ({ numPassedTests, testResults }): Report => ({
      passed: numPassedTests,
      failed: testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName, failureMessages }) => nameOf(name, fullName, failureMessages[0])),
      ),
      flaky: [],
    }),
  );

const PlaywrightSuite = z.object({
  specs: z.array(
    z.object({
      file: z.string(),
      title: z.string(),
      tests: z.array(
        z.object({
          status: z.string(),
          results: z.array(z.object({ error: z.object({ message: z.string().optional() }).optional() })),
        }),
      ),
    }),
  ),
  get suites() {
    return z.array(PlaywrightSuite).optional();
  },
});

const PlaywrightReport = z
  .object({
    stats: z.object({ expected: z.number(), flaky: z.number() }),
    suites: z.array(PlaywrightSuite),
  })
  .transform(
    ({ stats, suites }): Report => ({
      passed: stats.expected + stats.flaky,
      failed: namesOf(suites, 'unexpected'),
      flaky: namesOf(suites, 'flaky'),
    }),
  );

function namesOf(suites: z.infer<typeof PlaywrightSuite>[], status: string): string[] {
  return suites.flatMap((suite) => [
    ...suite.specs.flatMap(({ file, title, tests }) =>
      tests
        .filter((test) => test.status === status)
        .map(({ results }) => nameOf(file, title, results[0]?.error?.message)),
    ),
    ...namesOf(suite.suites ?? [], status),
  ]);
}

const MESSAGE_LINES = 8;

function nameOf(file: string, title: string, message = ''): string {
  const said = stripVTControlCharacters(message).trim().split('\n').slice(0, MESSAGE_LINES);
  return [`${file.replace(root, '')} › ${title}`, ...said.map((words) => `    ${words}`)].join('\n');
}

const vitestFile = `${root}test-output/vitest.json`;
const playwrightFile = `${root}test-output/playwright.json`;

/** What a suite reported. One that broke before or beside its tests counts as one failure more. */
function reportOf(file: string, schema: z.ZodType<Report>, { isGood, name }: Outcome): Report {
  let report: Report = { passed: 0, failed: [], flaky: [] };
  try {
    report = schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // No report: nothing ran.
  }
  return isGood || report.failed.length > 0
    ? report
    : { ...report, failed: [`${name} broke before or beside its tests: see above`] };
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

const reports = [
  reportOf(vitestFile, VitestReport, vitest),
  reportOf(playwrightFile, PlaywrightReport, playwright),
];
const failed = reports.flatMap((report) => report.failed);
const flaky = reports.flatMap((report) => report.flaky);
const passed = reports.reduce((sum, report) => sum + report.passed, 0);
console.log(`\nSummary\n${outcomes.map(line).join('\n')}\n`);
if (flaky.length > 0) console.log(`Passed at the second try only\n${flaky.join('\n')}\n`);
if (failed.length > 0) console.log(`Failed\n${failed.join('\n')}\n`);
const again = flaky.length > 0 ? `, ${flaky.length} of those passed at the second try only` : '';
console.log(`${passed} passed, ${failed.length} failed${again}`);
process.exitCode = outcomes.every(({ isGood }) => isGood) ? 0 : 1;
