import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'

/** Exit code and output of a program. */
export interface Ended {
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

/** Timeout with tolerance for a busy machine, on which a Python program loads for half a minute. */
const TIME_MS = 300_000

/**
 * Runs a program with its own environment variables. It can only reach this machine: requests to other hosts go to a
 * proxy that does not exist.
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
  // Kills the whole process group, including everything that the program started.
  const end = () => {
    if (child.pid === undefined) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // The program and everything it started have ended.
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
