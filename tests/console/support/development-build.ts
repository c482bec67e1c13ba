import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

let built: Promise<string> | undefined

/**
 * Builds the console for development: with the gallery, and with the language that marks every phrase. It is built once
 * for all tests of this process, and deleted with it.
 * @returns the folder, for a daemon to serve
 */
export const buildForDevelopment = (): Promise<string> => {
  built ??= buildInto(mkdtempSync(join(tmpdir(), 'tollgate-console-')))
  return built
}

const buildInto = async (outDir: string): Promise<string> => {
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }))
  // Uses the production versions of React and its compiler. The development versions take twice the time.
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  try {
    await build({
      configFile: fileURLToPath(new URL('../../../src/console/vite.config.ts', import.meta.url)),
      mode: 'development',
      logLevel: 'warn',
      build: { outDir, minify: false },
    })
  } finally {
    process.env.NODE_ENV = before
  }
  return outDir
}
