import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Bench, Row } from './measurements.ts'
import { median } from './quantiles.ts'

const launcher = fileURLToPath(new URL('../../bin/tollgate', import.meta.url))
/** Fewer runs are not conclusive on a machine with other load. */
const runsPerRepetition = 7
const milliseconds = (value: number): string => `${Math.round(value)} ms`

interface Gate {
  readonly url: string
  /** The time at which the first request of a run arrived; undefined = none yet. */
  arrivedAt: number | undefined
  close(): void
}

/** Starts a proxy in front of the daemon that records when a request arrives. */
async function openGate(target: string): Promise<Gate> {
  const { hostname, port } = new URL(target)
  const server = createServer((incoming, outgoing) => {
    gate.arrivedAt ??= performance.now()
    const { method = 'GET', url = '/', headers } = incoming
    const onward = request({ hostname, port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const gate: Gate = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivedAt: undefined,
    close: () => server.close(),
  }
  return gate
}

/**
 * Measures `tollgate token list` in a separate process: from its start to the arrival of its request at the server, and
 * to its exit. Each run is cold except for the page cache and Node's compile cache, as for the second command of a day.
 */
export async function terminalStart({ extent, targets, complaints, say }: Bench): Promise<Row[]> {
  const columns: { untilRequest: string; whole: string }[] = []
  const directory = mkdtempSync(join(tmpdir(), 'tollgate-bench-'))
  try {
    for (const { name, url, accessToken } of targets) {
      if (accessToken === undefined) {
        columns.push({ untilRequest: '-', whole: '-' })
        continue
      }
      const gate = await openGate(url)
      const untilRequest: number[] = []
      const whole: number[] = []
      // The first run fills the compile cache and is not counted.
      for (let run = 0; run <= extent.repetitions * runsPerRepetition; run += 1) {
        gate.arrivedAt = undefined
        const env = { ...process.env, TOLLGATE_URL: gate.url, TOLLGATE_TOKEN: accessToken }
        const startedAt = performance.now()
        const child = spawn(process.execPath, [launcher, 'token', 'list'], {
          env: { ...env, TOLLGATE_CONFIG_DIR: directory, TOLLGATE_LANG: 'en' },
          stdio: ['ignore', 'ignore', 'inherit'],
        })
        const [code] = await once(child, 'exit')
        const endedAt = performance.now()
        if (code !== 0 || gate.arrivedAt === undefined) complaints.push(`token list, ${name}: exit ${code}`)
        else if (run > 0) {
          untilRequest.push(gate.arrivedAt - startedAt)
          whole.push(endedAt - startedAt)
        }
      }
      gate.close()
      say(
        `token list, ${name}: ${milliseconds(median(untilRequest))} to its request, ${milliseconds(median(whole))} in all`,
      )
      columns.push({ untilRequest: milliseconds(median(untilRequest)), whole: milliseconds(median(whole)) })
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
  return [
    {
      measure: '`tollgate token list`, start to request',
      values: columns.map((each) => each.untilRequest),
      goal: '< 70 ms',
    },
    { measure: '`tollgate token list`, whole', values: columns.map((each) => each.whole), goal: '< 300 ms' },
  ]
}
