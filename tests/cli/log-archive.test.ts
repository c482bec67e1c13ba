import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  ArchiveDamagedError,
  ArchiveExistsError,
  writeArchive,
} from '../../src/cli/commands/log/archive-file.ts'
import { good, openContractServer, theStatus } from './support/contract-server.ts'
import { openTerminal } from './support/run-cli.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-archive-'))
  path = join(folder, 'log.jsonl.gz')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Reads a log of 25 rows in pages of ten. Fails once after a given number of rows. */
function logOf(failsAfter = Number.POSITIVE_INFINITY) {
  let hasFailed = false
  return async (_before: number, afterId: number) => {
    if (afterId >= failsAfter && !hasFailed) {
      hasFailed = true
      throw new Error('the server is away')
    }
    return Array.from({ length: 25 }, (_, index) => ({ id: index + 1 }))
      .filter(({ id }) => id > afterId)
      .slice(0, 10)
  }
}

const ids = (): number[] =>
  gunzipSync(readFileSync(path))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).id)
const all = Array.from({ length: 25 }, (_, index) => index + 1)

it('an archive is compressed JSON lines, one per row, oldest first', async () => {
  expect(await writeArchive(path, 100, logOf())).toEqual({
    rows: 25,
    bytes: readFileSync(path).length,
    before: 100,
  })
  expect(ids()).toEqual(all)
})

it('an interrupted archive continues with its own time, and a batch that was half written comes once', async () => {
  const read = logOf(20)
  await expect(writeArchive(path, 100, read)).rejects.toThrow('away')
  appendFileSync(path, 'half a batch')
  expect(await writeArchive(path, 999, read)).toMatchObject({ rows: 25, before: 100 })
  expect(ids()).toEqual(all)
})

it('a file that is there already is left as it is', async () => {
  await writeArchive(path, 100, logOf())
  const before = readFileSync(path)
  await expect(writeArchive(path, 100, logOf())).rejects.toBeInstanceOf(ArchiveExistsError)
  expect(readFileSync(path)).toEqual(before)
})

it.each([
  ['empty', ''],
  ['half written', '{"before":100,"afterId":10'],
  ['of something else', '{"name":"x"}'],
  ['further than its file', '{"before":100,"afterId":10,"bytes":999999,"rows":10}'],
])('an archive whose progress is %s is not continued and not touched', async (_, text) => {
  const read = logOf(20)
  await expect(writeArchive(path, 100, read)).rejects.toThrow('away')
  const before = readFileSync(path)
  writeFileSync(`${path}.progress`, text)
  await expect(writeArchive(path, 100, read)).rejects.toBeInstanceOf(ArchiveDamagedError)
  expect(readFileSync(path)).toEqual(before)
})

it('an archive without rows is one that programs can read', async () => {
  const { rows, bytes } = await writeArchive(path, 100, async () => [])
  expect([rows, bytes]).toEqual([0, readFileSync(path).length])
  expect(gunzipSync(readFileSync(path)).toString()).toBe('')
})

it('nothing but the archive is left when it is whole', async () => {
  await writeArchive(path, 100, logOf())
  expect(readdirSync(folder)).toEqual(['log.jsonl.gz'])
})

it('log archive says which file cannot be written, and which are to be removed', async () => {
  const server = await openContractServer()
  server.on('GET /api/status', theStatus)
  server.on('GET /api/log/archive', good([]))
  const { run } = await openTerminal({ TOLLGATE_URL: server.url, TOLLGATE_TOKEN: 'at_secret' })
  const archive = (to: string) => run(['log', 'archive', '--before', '90d', '--to', to])
  const nowhere = join(folder, 'nope', 'log.jsonl.gz')
  const unwritten = await archive(nowhere)
  expect([unwritten.code, unwritten.stderr]).toEqual([
    2,
    expect.stringContaining(`cannot write ${nowhere} (no such file or folder (ENOENT))`),
  ])
  writeFileSync(path, 'something')
  writeFileSync(`${path}.progress`, '')
  const damaged = await archive(path)
  expect([damaged.code, damaged.stderr]).toEqual([6, expect.stringContaining(`${path}.progress is damaged`)])
  expect(damaged.stderr).toContain(`Remove ${path}.progress and ${path}`)
})
