import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstPaint } from './build/first-paint.ts'
import { precompress } from './build/precompress.ts'
import { styledByFilesOnly } from './build/styled-by-files-only.ts'

const daemon = process.env.TOLLGATE_URL ?? 'http://127.0.0.1:3000'

/** Everything that the daemon answers itself; the rest is the console. */
const daemonPaths = '^/(api|v1|v1beta|pg|mj|suno|dashboard|healthz|readyz|metrics|custom)(/|$|\\?)'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/',
  clearScreen: false,
  plugins: [react(), tailwindcss(), firstPaint(), styledByFilesOnly(), precompress()],
  build: {
    outDir: fileURLToPath(new URL('../../dist/console', import.meta.url)),
    emptyOutDir: true,
    target: 'es2024',
    // Fonts and pictures stay files of their own: the content policy has no room for data URLs of code.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Most of the time goes into compressing, which is meant.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: {
    port: 5173,
    strictPort: false,
    proxy: { [daemonPaths]: { target: daemon, ws: true } },
  },
})
