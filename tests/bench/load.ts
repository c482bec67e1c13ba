import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findProgram, providePrograms, wrkProgram } from '../support/services/programs.ts'

const run = promisify(execFile)

export interface Load {
  readonly url: string
  readonly key: string
  readonly path: string
  readonly body: string
  readonly connections: number
  readonly seconds: number
}

export interface LoadResult {
  readonly requests: number
  readonly perSecond: number
  /** Responses with a status other than 2xx, and broken connections. */
  readonly failures: number
}

/** An external program that sends as many requests as the target can handle. */
export interface LoadGenerator {
  readonly name: string
  apply(load: Load): Promise<LoadResult>
}

const wrk = (program: string): LoadGenerator => ({
  name: 'wrk',
  async apply({ url, key, path, body, connections, seconds }) {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-wrk-'))
    const script = join(folder, 'post.lua')
    const request = [
      `POST ${path} HTTP/1.1`,
      `Host: ${new URL(url).host}`,
      'Content-Type: application/json',
      `Authorization: Bearer ${key}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n')
    // wrk itself writes the headers in a different order each time it starts. V8 then sees objects of a different
    // shape, and the servers would spend the first seconds of each run recompiling. An ASCII JSON string is also a
    // valid Lua string.
    writeFileSync(script, `wrk.format = function() return ${JSON.stringify(request)} end\n`)
    const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', script, url + path]
    const { stdout } = await run(program, args)
    rmSync(folder, { recursive: true })
    const number = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? 0)
    const sockets = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(stdout)
    const broken = sockets ? sockets.slice(1).reduce((sum, each) => sum + Number(each), 0) : 0
    return {
      requests: number(/(\d+) requests in/),
      perSecond: number(/Requests\/sec:\s+([\d.]+)/),
      failures: number(/Non-2xx or 3xx responses: (\d+)/) + broken,
    }
  },
})

const autocannonScript = fileURLToPath(
  new URL('../../node_modules/autocannon/autocannon.js', import.meta.url),
)

const autocannon: LoadGenerator = {
  name: 'autocannon',
  async apply({ url, key, path, body, connections, seconds }) {
    const args = ['-j', '-n', '-m', 'POST', '-c', String(connections), '-d', String(seconds), '-t', '30']
    const headers = ['-H', 'content-type=application/json', '-H', `authorization=Bearer ${key}`]
    const command = [autocannonScript, ...args, ...headers, '-b', body, url + path]
    const { stdout } = await run(process.execPath, command, { maxBuffer: 16_000_000 })
    const result = JSON.parse(stdout) as {
      requests: { total: number }
      duration: number
      non2xx: number
      errors: number
    }
    return {
      requests: result.requests.total,
      perSecond: result.requests.total / result.duration,
      failures: result.non2xx + result.errors,
    }
  },
}

/** Returns wrk where it is or can be installed, because it leaves the processors to the measured targets. */
export const loadGenerator = (): LoadGenerator => {
  try {
    providePrograms([wrkProgram])
  } catch {
    process.stderr.write(
      'wrk is not installed; autocannon takes its place and costs the targets some throughput\n',
    )
  }
  const program = findProgram(wrkProgram)
  return program === undefined ? autocannon : wrk(program)
}
