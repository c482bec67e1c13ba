import { setTimeout } from 'node:timers/promises'
import type { Account, TokenOfAccount } from './account.ts'
import { type Client, openClient } from './client.ts'
import type { Operation, OutcomeKind } from './history-checker.ts'
import { models, type Site, startSite } from './site.ts'

export interface KillLoopOptions {
  readonly engine: 'sqlite' | 'postgres'
  readonly cycles: number
  readonly onCycle?: (done: number, report: KillReport) => void
}

export interface KillReport {
  readonly outcomes: Readonly<Record<OutcomeKind, number>>
  /** Number of charges for calls whose client lost the connection: booked before the kill, or recovered after it. */
  readonly recovered: number
  readonly charges: number
  /** Number of kills that happened while the daemon had allowances, and so held requests in memory. */
  readonly lent: number
  /** Milliseconds from the start of the process until it answered `/readyz`, one per restart. */
  readonly readyMs: readonly number[]
  /** Problems of the first cycle whose books were wrong, one per line; empty when all were right. */
  readonly problems: readonly string[]
}

/** Stages of a request at which the daemon is killed; none of them may leave a gap. */
const moments = [
  'arrival at the upstream',
  'first byte at a client',
  'end at a client',
  'held before headers',
  'held in the stream',
  'held before the end',
  'burst',
] as const

type Moment = (typeof moments)[number]

/** Where `holdAt` pauses an answer. The message is the nonce and five words, so a stream has enough events to count. */
const eventOfHold = {
  'held before headers': 'headers',
  'held in the stream': 3,
  'held before the end': 8,
} as const

const workers = 24

interface Payer {
  readonly account: Account
  readonly tokens: readonly TokenOfAccount[]
}

/**
 * Repeatedly kills the daemon with signal 9 under load, restarts it on the same database, and compares the database
 * with what the clients know.
 */
export const runKillLoop = async (options: KillLoopOptions): Promise<KillReport> => {
  const site = await startSite({ engine: options.engine })
  const outcomes: Record<OutcomeKind, number> = { ok: 0, failed: 0, cut: 0, unknown: 0 }
  const readyMs: number[] = []
  let recovered = 0
  let charges = 0
  let lent = 0
  let problems: readonly string[] = []
  const report = (): KillReport => ({ outcomes, recovered, charges, lent, readyMs, problems })
  try {
    const payers = await createPayers(site)
    let afterEntry = (await site.store.readBooks()).entries.at(-1)?.id ?? 0
    for (let cycle = 0; cycle < options.cycles && problems.length === 0; cycle += 1) {
      site.upstream.reset()
      const moment = moments[cycle % moments.length] ?? 'burst'
      const { operations, allowances } = await loadAndKill(site, payers, cycle, moment)
      if (allowances > 0) lent += 1
      for (const { outcome } of operations) outcomes[outcome] += 1
      await site.declareDead()
      await site.restart()
      readyMs.push(site.readyMs)
      const left = await site.store.query<{ id: string }>('SELECT id FROM holds WHERE is_allowance = 1')
      const found = [
        ...(await site.judge(operations, { afterEntry })),
        ...left.map(({ id }) => `${id}: the allowance of a dead daemon is still held`),
      ]
      problems = found.map((problem) => `cycle ${cycle} (${moment}): ${problem}`)
      const books = await site.store.readBooks()
      const fresh = books.entries.filter(({ id }) => id > afterEntry)
      charges += fresh.length
      recovered += fresh.filter(({ kind }) => kind === 2).length
      afterEntry = books.entries.at(-1)?.id ?? afterEntry
      options.onCycle?.(cycle + 1, report())
    }
    return report()
  } finally {
    await site.stop()
  }
}

const createPayers = async (site: Site): Promise<Payer[]> => {
  const payers: Payer[] = []
  for (const name of ['anna', 'berta', 'clara']) {
    const account = await site.createAccount(name, 100_000_000)
    payers.push({
      account,
      tokens: [await account.createToken(), await account.createToken(90_000_000)],
    })
  }
  return payers
}

const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T

/** Turns a daemon that stops answering into a problem of the report instead of a test that hangs. */
const inTime = async (awaited: Promise<void>, problem: string): Promise<void> => {
  const late = AbortSignal.timeout(60_000)
  await Promise.race([
    awaited,
    new Promise<void>((_, reject) => late.addEventListener('abort', () => reject(new Error(problem)))),
  ])
}

/** Waits for a random number of turns of the event loop, so that kills do not always interrupt the same instruction. */
const passTurns = async (most: number): Promise<void> => {
  for (let turns = Math.floor(Math.random() * most); turns > 0; turns -= 1)
    await new Promise((resolve) => setImmediate(resolve))
}

const loadAndKill = async (
  site: Site,
  payers: readonly Payer[],
  cycle: number,
  moment: Moment,
): Promise<{ readonly operations: Operation[]; readonly allowances: number }> => {
  const client = openClient(site.url)
  const operations: Operation[] = []
  const due = Promise.withResolvers<void>()
  let isOver = false
  const countdown = (left: number) => () => {
    left -= 1
    if (left === 0) due.resolve()
  }
  const step = countdown(moment === 'burst' ? 1 : 10 + Math.floor(Math.random() * 80))
  if (moment === 'arrival at the upstream')
    void site.upstream.received(20 + Math.floor(Math.random() * 80)).then(() => due.resolve())

  const work = async (worker: number): Promise<void> => {
    for (let turn = 0; !isOver; turn += 1) {
      const nonce = `nonce-${cycle}-${worker}-${turn} of a load test`
      operations.push(
        await ask(client, payers, nonce, {
          onFirstByte: () => moment === 'first byte at a client' && step(),
        }),
      )
      if (moment === 'end at a client' || moment === 'burst' || moment in eventOfHold) step()
    }
  }
  const running = Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)))
  await inTime(due.promise, `cycle ${cycle}: the load stood still before "${moment}"`)
  if (moment in eventOfHold) {
    const holdAt = eventOfHold[moment as keyof typeof eventOfHold]
    await holdSome(site, holdAt)
    if (holdAt !== 'headers') await inTime(accrual(site), `nothing accrues at event ${holdAt}`)
  }
  const allowances = await site.store.query('SELECT id FROM holds WHERE is_allowance = 1')
  await passTurns(40)
  site.gateway.signal('SIGKILL')
  isOver = true
  await Promise.all([site.gateway.ended, running])
  client.close()
  return { operations, allowances: allowances.length }
}

/** Number of answers that must be paused before a kill that should interrupt some of them midway. */
const held = 8

/**
 * Pauses answers at this point from now on; resolves when enough are paused. Plain answers have no middle to pause in.
 */
const holdSome = async (site: Site, holdAt: 'headers' | number): Promise<void> => {
  const before = site.upstream.hits
  const enough = Promise.withResolvers<void>()
  let waiting = 0
  const count = () => {
    waiting += 1
    if (waiting === held) enough.resolve()
  }
  site.upstream.always({ echo: true, holdAt })
  for (let index = 1; index <= 20 * workers; index += 1)
    void site.upstream.received(before + index).then((exchange) => exchange.held.then(count))
  await inTime(enough.promise, `nothing waits at ${holdAt}`)
}

/**
 * Resolves when the accrued charges of the paused streams are stored, so that the kill comes after a tick of any
 * length.
 */
const accrual = async ({ store }: Site): Promise<void> => {
  for (;;) {
    const accrued = await store.query<{ id: string }>('SELECT id FROM holds WHERE accrued > 0')
    if (accrued.length >= held) return
    await setTimeout(20)
  }
}

const ask = async (
  client: Client,
  payers: readonly Payer[],
  nonce: string,
  { onFirstByte }: { onFirstByte: () => void },
): Promise<Operation> => {
  const payer = pick(payers)
  const token = pick(payer.tokens)
  const model = pick(Object.values(models))
  let isFirst = true
  const answer = await client.ask(
    token.key,
    { model: model.name, message: nonce, stream: Math.random() < 0.5 },
    () => {
      if (isFirst) onFirstByte()
      isFirst = false
    },
  )
  if (answer.outcome === 'ok' && !answer.text.includes(nonce.split(' ')[0] ?? ''))
    throw new Error(`${nonce} got somebody else's answer`)
  return {
    nonce,
    userId: payer.account.id,
    tokenId: token.id,
    price: model.price,
    outcome: answer.outcome,
    requestId: answer.requestId,
  }
}

/** Formats the figures of a run in one line, for the test's output and the program. */
export const describeKills = (report: KillReport): string => {
  const sorted = [...report.readyMs].sort((a, b) => a - b)
  const at = (share: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  const { ok, failed, cut, unknown } = report.outcomes
  return [
    `${report.readyMs.length} kills`,
    `${ok} answered, ${failed} refused, ${cut} cut, ${unknown} lost`,
    `${report.charges} charges, ${report.recovered} of them recovered`,
    `${report.lent} with allowances`,
    `ready again after ${at(0.5)} ms (median), ${at(0.95)} ms (p95), ${at(1)} ms (worst)`,
  ].join('; ')
}
