// `npm run check`: everything that can be said about the code without running it.
import { availableParallelism } from 'node:os';
import { line, type Outcome, runStage, type Stage } from './stage.ts';

// The longest first, so that the last one to end is a short one.
const STAGES: Stage[] = [
  // Rules that know the types, and the compiler's own complaints: one reading of the program serves both.
  // Its collector runs half as often: a sixth less of the processor at the same most memory, 4.2 GB.
  {
    name: 'lint and types',
    command: 'oxlint',
    args: ['--type-aware', '--type-check', '--deny-warnings'],
    env: { GOGC: '200' },
  },
  { name: 'unused', command: 'knip', args: ['--no-config-hints'] },
  { name: 'import law', command: 'depcruise', args: ['--config', 'dependency-cruiser.config.ts', 'src'] },
  { name: 'format', command: 'biome', args: ['check', '--error-on-warnings'] },
  { name: 'patterns', command: 'scripts/check-patterns.ts' },
  { name: 'stored sentences', command: 'scripts/check-sentences.ts' },
  { name: 'folders', command: 'scripts/check-folders.ts' },
  { name: 'factories', command: 'scripts/check-factories.ts' },
  { name: 'advisories', command: 'scripts/check-advisories.ts', isToldAlways: true },
  { name: 'lock', command: 'scripts/complete-lock.ts', args: ['--check'] },
];

/** Runs the stages, as many at once as there are processors, and prints each as it ends. */
export async function runChecks(): Promise<Outcome[]> {
  const waiting = [...STAGES];
  const outcomes: Outcome[] = [];
  const work = async (): Promise<void> => {
    for (let stage = waiting.shift(); stage; stage = waiting.shift()) {
      const outcome = await runStage(stage, false);
      outcomes.push(outcome);
      console.log(line(outcome));
      if (!outcome.isGood) console.log(`\n${outcome.output.trim()}\n`);
      else if (stage.isToldAlways) console.log(`    ${outcome.output.trim()}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return outcomes;
}

if (import.meta.main) {
  const outcomes = await runChecks();
  if (outcomes.some(({ isGood }) => !isGood)) process.exitCode = 1;
}
