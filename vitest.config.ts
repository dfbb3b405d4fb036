import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that wait longest begin first: beside the checks, which do not wait, and so that none is left alone at the end. */
const LONG =
  /(backup|database-restart|delivery-(crash|pause|service)|discover|leads-crash|malformed-input|start-and-stop)\.test\.ts$/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
    setupFiles: ['tests/support/one-connection.ts', 'tests/support/hashed-once.ts'],
    globalSetup: ['tests/support/vitest-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A second, as it is without this, is nothing on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    // A third of the time tests wait for a clock, a database or a server to come back; five keep two cores busy.
    maxWorkers: 5,
    isolate: false,
    sequence: { sequencer: LongestFirst },
  },
});
