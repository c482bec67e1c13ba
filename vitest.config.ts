import { defineConfig } from 'vitest/config'
import { summaryReporter } from './tests/support/summary-reporter.ts'

/** One project per kind of guarantee, so that the summary can count them apart. */
const project = (name: string, include: string[], extra: Record<string, unknown> = {}) => ({
  extends: true as const,
  test: { name, include, ...extra },
})

export default defineConfig({
  test: {
    globalSetup: ['tests/support/services/global-setup.ts'],
    reporters: ['default', summaryReporter()],
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // As long as a browser waits for what should appear: the default of a second is no time on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      project(
        'unit',
        [
          'tests/daemon/**/*.test.ts',
          'tests/conformance/**/*.test.ts',
          'tests/openapi/**/*.test.ts',
          'tests/support/**/*.test.ts',
        ],
        {
          exclude: ['tests/daemon/api/**', 'tests/daemon/relay/**'],
        },
      ),
      project('api-sqlite', ['tests/daemon/api/**/*.test.ts'], {
        // One SQLite file belongs to one daemon and one writer: what takes two is tested where there can be two.
        exclude: ['tests/daemon/api/several-daemons.test.ts', 'tests/daemon/api/events/late-rows.test.ts'],
        env: { TOLLGATE_TEST_ENGINE: 'sqlite' },
      }),
      project('api-postgres-redis', ['tests/daemon/api/**/*.test.ts'], {
        env: { TOLLGATE_TEST_ENGINE: 'postgres' },
      }),
      project('relay', ['tests/daemon/relay/**/*.test.ts', 'tests/e2e/**/*.test.ts']),
      project('faults', ['tests/faults/**/*.test.ts'], { testTimeout: 300_000, fileParallelism: false }),
      project('browser', ['tests/console/**/*.test.ts'], {
        testTimeout: 90_000,
        hookTimeout: 180_000,
      }),
      project('cli', ['tests/cli/**/*.test.ts'], { testTimeout: 60_000 }),
    ],
  },
})
