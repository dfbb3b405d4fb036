import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
    setupFiles: ['tests/support/one-connection.ts'],
    globalSetup: ['tests/support/vitest-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Many tests wait for a database or a server to come back; three keep two cores busy.
    maxWorkers: 3,
    isolate: false,
  },
});
