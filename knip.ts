import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  entry: [
    'bin/tollgate',
    'src/daemon/main.ts',
    'src/cli/main.ts',
    'src/**/*worker.ts',
    'migrations/*.js',
    'scripts/*.{js,ts}',
    'tests/{bench,demo,recordings}/main.ts',
    'tests/faults/kill-main.ts',
    'tests/**/*.test.ts',
    'tests/support/services/{keeper,global-setup}.ts',
    'tests/support/simulator/main.ts',
  ],
  project: ['src/**/*.ts', 'scripts/**/*.{js,ts}', 'tests/**/*.ts'],
  ignoreExportsUsedInFile: true,
}

export default config
