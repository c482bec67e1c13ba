import { type ChildProcessWithoutNullStreams, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { spawnKept } from '../../support/kept-child.ts'

export const root = fileURLToPath(new URL('../../../', import.meta.url))
export const launcher = join(root, 'bin', 'tollgate')

/** A Node on this machine that is too old for the program, as on a fresh Debian. Undefined if there is none. */
export const oldNode: string | undefined = (process.env.PATH ?? '')
  .split(delimiter)
  .concat('/usr/local/bin', '/usr/bin')
  .map((directory) => join(directory, 'node'))
  .filter(existsSync)
  .find((path) => Number.parseInt(execFileSync(path, ['--version'], { encoding: 'utf8' }).slice(1), 10) < 24)

export interface BinRun {
  /** Exit code. Null when it was killed by a signal. */
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface BinOptions {
  readonly node?: string
  readonly script?: string
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
  readonly cwd?: string
}

/** Starts the launcher as a separate process that ends with ours, with only the given Tollgate variables. */
export function startBin(argv: readonly string[], options: BinOptions = {}): ChildProcessWithoutNullStreams {
  const own = Object.entries(process.env).filter(([key]) => !key.startsWith('TOLLGATE_'))
  return spawnKept(options.node ?? process.execPath, [options.script ?? launcher, ...argv], {
    env: { ...Object.fromEntries(own), TOLLGATE_LANG: 'en', ...options.env },
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  })
}

export async function runBin(argv: readonly string[], options: BinOptions = {}): Promise<BinRun> {
  const child = startBin(argv, options)
  // A program may end without reading its input.
  child.stdin.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  child.stdin.end(options.stdin ?? '')
  const [stdout, stderr, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { code, signal, stdout, stderr }
}

/** Reads a stream until the pattern matches. @returns the match @throws Error when the stream ends without it */
export async function until(stream: NodeJS.ReadableStream, pattern: RegExp): Promise<RegExpExecArray> {
  let seen = ''
  for await (const chunk of stream) {
    seen += chunk.toString()
    const found = pattern.exec(seen)
    if (found) return found
  }
  throw new Error(`ended without ${pattern}: ${seen}`)
}
