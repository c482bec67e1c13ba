import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Ledger, Operation } from '../ledger/operations.ts'
import type { SecretBox } from './secrets.ts'

/** Disk space reserved so that charges can still be written when the disk is full. */
const RESERVE_BYTES = 4 * 1024 * 1024
const RESERVE_FILE = 'unbooked.reserve'

export interface UnbookedOptions {
  readonly dataDir: string
  readonly knex: Knex
  readonly secrets: SecretBox
  readonly instanceId: string
  readonly log: Pick<Logger, 'warn' | 'error'>
}

/**
 * Operations that the database did not accept before the daemon had to end. They are kept in the data directory and
 * booked at the next start.
 */
export interface Unbooked {
  /** Books operations kept by earlier runs on this database. Call it before their holds are recovered. */
  book(ledger: Ledger): Promise<void>
  /** Frees the reserved space, so that the store may be able to write again. */
  makeRoom(): Promise<void>
  /** Keeps operations for the next start. @throws the file system's error; nothing is kept then */
  keep(operations: readonly Operation[]): Promise<void>
}

/**
 * Keeps the operations of each stop in one file: written under another name, synced, renamed, so that a file with the
 * final name is complete. Each line is encrypted, because it contains names, addresses and answers; a line that was
 * changed or cut is detected, and the others remain valid. Booking is idempotent, so a start may be interrupted any
 * number of times.
 *
 * The file names contain a fingerprint of the store: a data directory that is used with another database books nothing
 * into it.
 */
export async function openUnbooked(options: UnbookedOptions): Promise<Unbooked> {
  const { dataDir, knex, secrets, instanceId, log } = options
  const row: { ciphertext: string } | undefined = await knex('secrets_check').first('ciphertext')
  const mark = secrets.hash(row?.ciphertext ?? '').slice(0, 12)
  const prefix = `unbooked-${mark}-`
  const context = `unbooked:${mark}`
  let kept = 0
  await reserveSpace(dataDir, log)

  const bookFile = async (ledger: Ledger, path: string): Promise<void> => {
    const text = await readFile(path, 'utf8').catch(unlessMissing)
    // Another worker that is starting too has already booked it.
    if (text === undefined) return
    const { operations, damaged } = readLines(text, secrets, context)
    const outcomes = await Promise.all(operations.map((operation) => ledger.submit(operation)))
    outcomes.forEach((outcome, index) => {
      const operation = operations[index]
      if (!outcome.ok && operation?.op === 'settle')
        log.error({ requestId: operation.id, reason: outcome.reason }, 'a kept charge was not booked')
    })
    log.warn({ operations: operations.length }, 'booked what the store did not take before the last stop')
    if (damaged === 0) return rm(path, { force: true })
    log.error(
      { path, lines: damaged },
      'lines of this file cannot be read: what they held is recovered from holds',
    )
    await rename(path, `${path}.damaged`).catch(unlessMissing)
  }

  const makeRoom = () => rm(join(dataDir, RESERVE_FILE), { force: true })

  return {
    makeRoom,
    async book(ledger) {
      const names = (await readdir(dataDir)).filter(
        (name) => name.startsWith(prefix) && name.endsWith('.sealed'),
      )
      for (const name of names.sort()) await bookFile(ledger, join(dataDir, name))
    },
    async keep(operations) {
      if (operations.length === 0) return
      await makeRoom()
      kept += 1
      const path = join(dataDir, `${prefix}${instanceId}-${kept}.sealed`)
      const lines = operations.map((operation) =>
        secrets.seal(serialize(operation).toString('base64'), context),
      )
      await writeWhole(`${path}.draft`, `${lines.join('\n')}\n`)
      await rename(`${path}.draft`, path)
      await syncDirectory(dataDir)
      log.warn(
        { operations: operations.length, path },
        'the store is away: these are booked at the next start',
      )
    },
  }
}

/** Returns undefined if the file does not exist. @throws any other error */
function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}

function readLines(
  text: string,
  secrets: SecretBox,
  context: string,
): { readonly operations: readonly Operation[]; readonly damaged: number } {
  const operations: Operation[] = []
  let damaged = 0
  for (const line of text.split('\n').filter(Boolean))
    try {
      operations.push(deserialize(Buffer.from(secrets.open(line, context), 'base64')) as Operation)
    } catch {
      damaged += 1
    }
  return { operations, damaged }
}

/** Reserves disk space by writing real bytes, because a sparse file would reserve nothing. */
async function reserveSpace(dataDir: string, log: Pick<Logger, 'warn'>): Promise<void> {
  const path = join(dataDir, RESERVE_FILE)
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile(Buffer.alloc(RESERVE_BYTES))
    } finally {
      await file.close()
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return
    await rm(path, { force: true })
    log.warn({ err: error }, 'no space could be reserved for charges that a full disk does not take')
  }
}

async function writeWhole(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
