import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
    setupFiles: ['tests/support/one-connection.ts'],
    globalSetup: ['tests/support/vitest-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A third of the time tests wait for a clock, a database or a server to come back; four keep two cores busy.
    maxWorkers: 4,
    isolate: false,
  },
});
