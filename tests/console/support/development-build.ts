import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContext } from 'playwright-core'
import { build } from 'vite'

/** The console as it is built for development: with the gallery, and with the language that marks every phrase. */
export interface DevelopmentBuild {
  /** From now on pages of this profile get this build instead of the daemon's; the API stays the daemon's. */
  serve(context: BrowserContext): Promise<void>
  remove(): void
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

export const buildForDevelopment = async (): Promise<DevelopmentBuild> => {
  const outDir = mkdtempSync(join(tmpdir(), 'tollgate-console-'))
  await build({
    configFile: fileURLToPath(new URL('../../../src/console/vite.config.ts', import.meta.url)),
    mode: 'development',
    logLevel: 'warn',
    build: { outDir, minify: false },
  })
  return {
    serve: async (context) => {
      await context.route(
        (url) => !url.pathname.startsWith('/api/'),
        async (route) => {
          const { pathname } = new URL(route.request().url())
          const file = extname(pathname) === '' ? '/index.html' : pathname
          await route.fulfill({
            body: await readFile(join(outDir, file)),
            contentType: types[extname(file)] ?? '',
          })
        },
      )
    },
    remove: () => rmSync(outDir, { recursive: true, force: true }),
  }
}
