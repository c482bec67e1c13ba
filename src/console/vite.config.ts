import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstPaint } from './build/first-paint.ts'
import { precompress } from './build/precompress.ts'
import { styledByFilesOnly } from './build/styled-by-files-only.ts'

const daemon = process.env.TOLLGATE_URL ?? 'http://127.0.0.1:3000'

/** Paths that the daemon serves itself; the rest is the console. */
const daemonPaths =
  '^/(api|v1|v1beta|pg|mj|mj-fast|mj-relax|mj-turbo|suno|dashboard|healthz|readyz|metrics|custom)(/|$|\\?)'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/',
  clearScreen: false,
  plugins: [react(), tailwindcss(), firstPaint(), styledByFilesOnly(), precompress()],
  build: {
    outDir: fileURLToPath(new URL('../../dist/console', import.meta.url)),
    emptyOutDir: true,
    target: 'es2024',
    // Assets stay separate files: the content security policy does not allow scripts or fonts from data URLs.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // All browsers that can run this code preload modules by themselves.
    modulePreload: { polyfill: false },
    // Most of the build time is spent on compression, which is intended.
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        codeSplitting: {
          // Small modules used by many pages would each become a file, and each file costs another set of headers.
          // Modules that load later, or that few pages use, are left out, because all other pages would load them too.
          groups: [
            {
              name: 'parts',
              test: /src\/console\/(components\/(?!editor|ui\/(drawer|number-input|range-ends|select|combobox|tabs|date-range|date-time|calendar|chart|json)|passkeys|human-check|sanitise|markup|third-party|second-factor)|state|api|format)|node_modules\/(lucide-react|@headlessui\/react\/dist\/(hooks|internal|utils))/,
              minShareCount: 4,
            },
            // Drawers, dialogs and their forms, which load when the first one opens.
            {
              name: 'editor',
              test: /src\/console\/components\/(editor\/(?!editor-tabs)|ui\/drawer)/,
              minShareCount: 2,
            },
            // The layout around every page, without what opens on top of it later.
            {
              name: 'shell',
              test: /src\/console\/(page-modules|api\/(own-account|use-logout)|state\/setup-wizard|components\/shell\/(?!palette|command-palette|sidebar-drawer|not-found))/,
              minShareCount: 2,
            },
            // For lists in which people change many rows at once.
            {
              name: 'change-many',
              test: /src\/console\/(api\/(change-each|use-is-changing-many)|components\/list\/batch)/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: false,
    proxy: { [daemonPaths]: { target: daemon, ws: true } },
  },
})
