import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  entry: [
    'bin/tollgate',
    'src/daemon/main.ts',
    'src/daemon/worker-process.ts',
    'src/cli/main.ts',
    'src/**/*-thread.ts',
    'migrations/*.js',
    'scripts/*.{js,ts}',
    'scripts/contract/bundle-if-stale.ts',
    'tests/{bench,clients,demo,recordings,fuzz}/main.ts',
    'tests/**/*.test.ts',
    'tests/cli/commands/*.cases.ts',
    'tests/support/services/{keeper,global-setup}.ts',
    'tests/support/simulator/main.ts',
    'tests/bench/{pass-through,stranger-clients,upstream,console/console-in-browser}.ts',
    'tests/**/*-main.ts',
    'tests/console/scenes/*.ts',
    'src/console/main.tsx',
    'src/console/gallery/gallery.tsx',
    'src/console/vite.config.ts',
    'src/console/theme/first-paint.ts',
    'src/console/pages/*/*-page.tsx',
    'src/console/i18n/{zh,en}/*.ts',
    'src/console/{components/ui,state}/*.{ts,tsx}',
    'tests/daemon/db/{die-while-migrating,hold-store,thread-that-dies}.ts',
  ],
  project: ['src/**/*.{ts,tsx,css}', 'openapi/*.ts', 'scripts/**/*.{js,ts}', 'tests/**/*.ts'],
  // Loaded by name: pino's transport, what `npm run check` starts, and the binaries of the system that tests start.
  ignoreDependencies: ['pino-pretty', '@biomejs/biome', 'oxlint', 'oxlint-tsgolint', 'typescript-native'],
  ignoreBinaries: ['mount', 'umount', 'apt-get'],
  ignoreExportsUsedInFile: true,
  // openapi-typescript writes both in every file, whatever a contract has.
  ignoreIssues: { 'openapi/types.gen.ts': ['types'] },
}

export default config
