import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAnswerGate } from '../support/answer-gate.ts'
import { openRealServer } from '../support/real-server.ts'
import { startBin } from '../support/run-bin.ts'
import { openTerminal, type Terminal } from '../support/run-cli.ts'

let directory: string
let terminal: Terminal
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tollgate-ended-'))
  terminal = await openTerminal({ TOLLGATE_NO_INPUT: '1' })
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const tokens = (count: number): string =>
  `version: 1\nowner: infra/ended\ntokens:\n${Array.from({ length: count }, (_, at) => `  t-${at}: { quota: 1usd }\n`).join('')}`
/** More tokens than two calls can create. */
const COUNT = 120

/** Starts an apply with one call at a time. `onFirst` acts once the daemon has carried out the first to a path. */
async function startApply(name: string, manifest: string) {
  const server = await openRealServer()
  const gate = await openAnswerGate(server.url)
  const [file, keys] = [join(directory, `${name}.yaml`), join(directory, `${name}.tsv`)]
  await writeFile(file, manifest)
  const argv = ['apply', '-f', file, '--yes', '--keys-out', keys, '--parallelism', '1']
  const env = {
    ...server.env,
    TOLLGATE_URL: gate.url,
    TOLLGATE_CONFIG_DIR: terminal.configDirectory,
    CI: '1',
  }
  const child = startBin(argv, { env })
  child.stdin.end()
  return {
    child,
    closed: new Promise((resolve) => child.once('close', resolve)),
    onFirst: (path: string, act: () => Promise<void> | void) => {
      let isFirst = true
      gate.onRequest(async (request) => {
        const reply = await request.carryOut()
        if (request.path === path && isFirst) {
          isFirst = false
          await act()
        }
        reply()
      })
    },
    keyCount: async () => (await readFile(keys, 'utf8')).trimEnd().split('\n').length,
    again: () => terminal.run(argv, { env: server.env }),
  }
}

it('an apply that is told to end by SIGTERM finishes its calls, keeps their keys, says what was done, and the next completes it', async () => {
  const { child, closed, onFirst, keyCount, again } = await startApply('term', tokens(COUNT))
  let stderr = ''
  const isStopping = new Promise<void>((resolve) =>
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString()
      if (stderr.includes('Stopping')) resolve()
    }),
  )
  onFirst('/api/token/bulk', async () => {
    child.kill('SIGTERM')
    await Promise.race([isStopping, closed])
  })
  const [stdout, code] = await Promise.all([text(child.stdout), closed])
  expect([code, stdout]).toEqual([
    130,
    expect.stringContaining(`Stopped: 50 of ${COUNT} changes were made. The next apply makes the others.`),
  ])
  expect(await keyCount()).toBe(50)
  expect((await again()).code).toBe(0)
  expect(await keyCount()).toBe(COUNT)
})

it('an apply whose output nobody reads any more goes on to its end', async () => {
  const { child, closed, onFirst, keyCount } = await startApply(
    'pipe',
    `${tokens(10)}options: { RetryTimes: 2 }\n`,
  )
  onFirst('/api/option/', () => {
    child.stdout.destroy()
    child.stderr.destroy()
  })
  expect(await closed).toBe(0)
  expect(await keyCount()).toBe(10)
})
