import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'

/** What a program did. */
export interface Ended {
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

/** For a crowded machine: a program of Python loads for half a minute there. */
const TIME_MS = 300_000

/**
 * Runs a program with an environment of its own. It reaches this machine and nothing else: whatever it asks of other hosts goes
 * to a proxy that is not there.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  { env, cwd }: { readonly env: Readonly<Record<string, string>>; readonly cwd: string },
): Promise<Ended> {
  const nowhere = 'http://127.0.0.1:9'
  const child = spawn(program, args, {
    cwd,
    env: {
      PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
      HTTP_PROXY: nowhere,
      HTTPS_PROXY: nowhere,
      http_proxy: nowhere,
      https_proxy: nowhere,
      NO_PROXY: '127.0.0.1,localhost',
      no_proxy: '127.0.0.1,localhost',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8')
  })
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString('utf8')
  })
  // With everything that it started.
  const end = () => {
    if (child.pid === undefined) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended, and all that it started with it.
    }
  }
  const timer = setTimeout(() => {
    errors += `\nno end within ${TIME_MS / 1000} seconds`
    end()
  }, TIME_MS)
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(timer)
  end()
  return { code, output, errors }
}
