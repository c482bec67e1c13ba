import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { browserWalks, onBothStores, outages, ownProcess, slowPaths } from './tests/halves.ts'
import { FileOrder } from './tests/support/file-order.ts'
import { summaryReporter } from './tests/support/summary-reporter.ts'

/**
 * One project per kind of guarantee, so that the summary can count them apart. `npm test` runs those whose names do not
 * begin with `rest:`, `npm run test:rest` the others.
 *
 * Test files of a project share three processes: what a file starts it stops, and nothing stays behind in a module.
 */
const project = (name: string, include: readonly string[], extra: Record<string, unknown> = {}) => ({
  extends: true as const,
  test: { name, include: [...include], isolate: false, ...extra },
})

// Database threads and programs that tests start find what was compiled for the one before.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/compile', import.meta.url))

const api = ['tests/daemon/api/**/*.test.ts']
const sqlite = { TOLLGATE_TEST_ENGINE: 'sqlite' }
const postgres = { TOLLGATE_TEST_ENGINE: 'postgres' }

/**
 * Groups run one after the other: what `npm test` runs, the rest of it, and last the faults, which kill and count under a load
 * of their own. The second has one worker more, because one of them mostly waits for an outage to end.
 */
const rest = { maxWorkers: 4, sequence: { groupOrder: 1 } }
const faults = { isolate: true, testTimeout: 300_000, maxWorkers: 3, sequence: { groupOrder: 2 } }

export default defineConfig({
  test: {
    globalSetup: ['tests/support/services/global-setup.ts'],
    setupFiles: ['tests/support/around-each-file.ts'],
    reporters: ['default', summaryReporter()],
    // One more than the processors of a small machine: a third of the time a test waits for what it started. A fourth worker
    // did not make it faster.
    maxWorkers: 3,
    sequence: { sequencer: FileOrder },
    // These only end tests that hang. On a busy machine a test may take long.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      project(
        'unit',
        [
          'tests/daemon/**/*.test.ts',
          'tests/conformance/**/*.test.ts',
          'tests/openapi/**/*.test.ts',
          'tests/scripts/**/*.test.ts',
          'tests/support/**/*.test.ts',
          'tests/console/logic/**/*.test.ts',
        ],
        { exclude: ['tests/daemon/api/**', 'tests/daemon/relay/**'] },
      ),
      // One SQLite file belongs to one daemon and one writer: what takes two is tested where there can be two.
      project('api-sqlite', api, { exclude: onBothStores.postgresOnly, env: sqlite }),
      project('api-postgres-redis', onBothStores.differs, { env: postgres }),
      project('relay', ['tests/daemon/relay/**/*.test.ts', 'tests/e2e/**/*.test.ts'], { exclude: slowPaths }),
      project('cli', ['tests/cli/**/*.test.ts'], { exclude: ownProcess }),
      project('walks', browserWalks),

      project('rest:api-postgres-redis', api, {
        exclude: [...onBothStores.differs, ...onBothStores.sqliteOnly],
        env: postgres,
        ...rest,
      }),
      project('rest:whole-paths', [...slowPaths, ...ownProcess], { isolate: true, ...rest }),
      project('rest:outages', outages, { ...faults, ...rest }),
      project('rest:faults', ['tests/faults/**/*.test.ts'], { ...faults, exclude: outages }),
      project('rest:browser', ['tests/console/**/*.test.ts'], {
        exclude: [...browserWalks, 'tests/console/logic/**'],
        ...rest,
      }),
    ],
  },
})
