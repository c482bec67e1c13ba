import { setTimeout as delay } from 'node:timers/promises'
import { runAudit } from '../../src/daemon/ledger/audit.ts'
import type { Daemon } from '../../src/daemon/start-daemon.ts'
import {
  type AnthropicBatchesServer,
  startAnthropicBatchesServer,
  succeeded,
  usageOf,
} from '../support/batches/anthropic-batches-server.ts'
import { type FilesServer, startFilesServer } from '../support/files/files-server.ts'
import type { GatewayProcess } from '../support/gateway/gateway-process.ts'
import { createDatabase } from '../support/services/postgres.ts'
import { type Site, startSite } from './site.ts'
import { startSuccessor, until } from './task-loop.ts'

/** Charge of an answered batch, in thousandths: (100 + 50 x 2) tokens at half the price. */
const CHARGE = 100_000n
const QUOTA = 100_000_000n
const WORKERS = 6

/** The kind of vendor call during which a daemon is killed; a little later, the call may be answered and booked. */
const moments = ['submitting', 'polling', 'charging'] as const
type Moment = (typeof moments)[number]

export interface BatchReport {
  /** Number of batches that the vendors have run. */
  readonly run: number
  /** Number of batches whose IDs a client has received. */
  readonly known: number
  readonly kills: number
  /** Number of batches that were charged before the last daemon was killed. */
  readonly chargedBefore: number
  /** Problems found, one per line; empty when there are none. */
  readonly problems: readonly string[]
}

interface Vendors {
  readonly openai: FilesServer
  readonly anthropic: AnthropicBatchesServer
}

/** Notified of every call that a vendor receives. */
interface Ear {
  hear: (call: { readonly method: string; readonly path: string }) => void
}

const momentOf = ({
  method,
  path,
}: {
  readonly method: string
  readonly path: string
}): Moment | undefined => {
  if (/\/(content|results)$/.test(path)) return /file-out|results/.test(path) ? 'charging' : undefined
  if (/\/batches$/.test(path)) return method === 'POST' ? 'submitting' : undefined
  return /\/batches\/[^/]+$/.test(path) && method === 'GET' ? 'polling' : undefined
}

const answerLine = {
  id: 'batch_req_1',
  custom_id: 'r',
  error: null,
  response: {
    status_code: 200,
    request_id: 'r',
    body: {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      model: 'batch-gpt',
      choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 },
    },
  },
}

/**
 * A client that submits batches, has them ended and polls them. Responses that a dying daemon does not send are lost to
 * it.
 */
class Worker {
  readonly known: Set<string>
  readonly #url: string
  readonly #key: string
  readonly #vendors: Vendors

  constructor(url: string, key: string, vendors: Vendors, known: Set<string>) {
    this.#url = url
    this.#key = key
    this.#vendors = vendors
    this.known = known
  }

  async once(): Promise<void> {
    const isOpenai = Math.random() < 0.5
    const id = isOpenai ? await this.#submitOpenai() : await this.#submitAnthropic()
    if (id === undefined) return
    this.known.add(id)
    const path = isOpenai ? `/v1/batches/${id}` : `/v1/messages/batches/${id}`
    if (Math.random() < 0.5) await this.#call('GET', path)
    if (Math.random() < 0.7) end(id, this.#vendors)
    if (Math.random() < 0.7) await this.#call('GET', path)
    if (!isOpenai && Math.random() < 0.3) await this.#call('GET', `${path}/results`)
  }

  async #submitOpenai(): Promise<string | undefined> {
    const body = {
      model: 'batch-gpt',
      max_completion_tokens: 50,
      messages: [{ role: 'user', content: 'hello' }],
    }
    const line = JSON.stringify({ custom_id: 'r', method: 'POST', url: '/v1/chat/completions', body })
    const form = new FormData()
    form.set('purpose', 'batch')
    form.set('file', new File([`${line}\n`], 'in.jsonl'))
    const file = await this.#call('POST', '/v1/files', form)
    if (!file) return undefined
    const made = await this.#call('POST', '/v1/batches', {
      input_file_id: file.id,
      endpoint: '/v1/chat/completions',
      completion_window: '24h',
    })
    return made && String(made.id)
  }

  async #submitAnthropic(): Promise<string | undefined> {
    const params = { model: 'batch-claude', max_tokens: 50, messages: [{ role: 'user', content: 'hello' }] }
    const made = await this.#call('POST', '/v1/messages/batches', { requests: [{ custom_id: 'r', params }] })
    return made && String(made.id)
  }

  async #call(method: string, path: string, body?: object): Promise<Record<string, unknown> | undefined> {
    const isForm = body instanceof FormData
    try {
      const response = await fetch(this.#url + path, {
        method,
        headers: {
          authorization: `Bearer ${this.#key}`,
          ...(body && !isForm && { 'content-type': 'application/json' }),
        },
        ...(body && { body: isForm ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      return response.ok ? (JSON.parse(text) as Record<string, unknown>) : undefined
    } catch {
      // The daemon was already dead, or died before it answered.
      await delay(5)
      return undefined
    }
  }
}

function end(id: string, { openai, anthropic }: Vendors): void {
  if (openai.batches.has(id)) openai.moveBatch(id, 'completed', [answerLine])
  else anthropic.end(id, ({ params }) => succeeded(params.model, usageOf(100, 50)))
}

const isRunning = (id: string, { openai, anthropic }: Vendors): boolean =>
  openai.batches.get(id)?.document.status === 'validating' ||
  anthropic.batches.get(id)?.document.processing_status === 'in_progress'

/** Puts load on every daemon and kills one of them at a random vendor call of the given moment. */
async function loadAndKill(
  daemons: readonly GatewayProcess[],
  workersOf: (url: string) => Worker,
  ear: Ear,
  moment: Moment,
): Promise<GatewayProcess> {
  const victim = daemons[Math.floor(Math.random() * daemons.length)]
  if (!victim) throw new Error('there is no daemon')
  let callsLeft = 3 + Math.floor(Math.random() * 12)
  const killed = new Promise<void>((resolve) => {
    ear.hear = (call) => {
      if (momentOf(call) !== moment) return
      callsLeft -= 1
      if (callsLeft !== 0) return
      // Within twenty milliseconds, the daemon may have read the answer and even booked it.
      setTimeout(() => {
        victim.signal('SIGKILL')
        resolve()
      }, Math.random() * 20)
    }
  })
  let isOver = false
  const work = async (place: number): Promise<void> => {
    const worker = workersOf(daemons[place % daemons.length]?.url ?? '')
    while (!isOver) await worker.once()
  }
  const running = Promise.all(Array.from({ length: WORKERS }, (_, place) => work(place)))
  await killed
  await victim.ended
  isOver = true
  await running
  ear.hear = () => undefined
  return victim
}

/** Maps daemons to their names in the database, so that one can be declared dead without affecting its peer. */
class Names {
  readonly #site: Site
  readonly #names = new Map<GatewayProcess, string>()

  constructor(site: Site) {
    this.#site = site
  }

  /** Must be called after each start, before the next one. */
  async learn(daemon: GatewayProcess): Promise<void> {
    const known = new Set(this.#names.values())
    const rows = await this.#site.store.query<{ id: string }>('SELECT id FROM instances ORDER BY started_ms')
    const name = rows.map(({ id }) => id).findLast((id) => !known.has(id))
    if (name === undefined) throw new Error('a daemon that has started is not in the store')
    this.#names.set(daemon, name)
  }

  /** Declares a daemon dead, as a peer does after half a minute of silence. */
  async declareDead(daemon: GatewayProcess): Promise<void> {
    await this.#site.store.execute(`UPDATE instances SET fenced = 1 WHERE id = '${this.#names.get(daemon)}'`)
  }
}

/**
 * Kills daemons with signal 9 while batches are submitted, polled and charged, lets successors finish, and compares the
 * database with what clients and vendors know.
 */
export async function runBatchLoop(engine: 'sqlite' | 'postgres', cycles: number): Promise<BatchReport> {
  const databaseUrl = engine === 'postgres' ? await createDatabase('batches') : undefined
  const ear: Ear = { hear: () => undefined }
  const openai = await startFilesServer((call) => ear.hear(call))
  const anthropic = await startAnthropicBatchesServer((call) => ear.hear(call))
  const vendors = { openai, anthropic }
  const site = await startSite(databaseUrl === undefined ? {} : { databaseUrl })
  const successors: Daemon[] = []
  const known = new Set<string>()
  try {
    await setUp(site, vendors)
    const account = await site.createAccount('anna', Number(QUOTA / 1000n))
    const { key } = await account.createToken()
    const names = new Names(site)
    if (databaseUrl !== undefined) await names.learn(site.gateway)
    let peer = databaseUrl === undefined ? undefined : await site.startPeer()
    if (peer) await names.learn(peer)
    const workersOf = (url: string) => new Worker(url, key, vendors, known)
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      const moment = moments[cycle % moments.length] ?? 'charging'
      const daemons = [site.gateway, ...(peer ? [peer] : [])]
      const victim = await loadAndKill(daemons, workersOf, ear, moment)
      if (databaseUrl !== undefined) await names.declareDead(victim)
      const wasPeer = victim === peer
      if (wasPeer) peer = await site.startPeer({ after: victim })
      else await site.restart()
      if (databaseUrl !== undefined) await names.learn(wasPeer && peer ? peer : site.gateway)
    }
    const [row] = await site.store.query<{ n: string }>(
      'SELECT count(*) AS n FROM entries WHERE kind IN (1, 3)',
    )
    const chargedBefore = Number(row?.n)
    for (const daemon of [site.gateway, ...(peer ? [peer] : [])]) {
      daemon.signal('SIGKILL')
      await daemon.ended
    }
    await site.declareDead()
    for (let count = databaseUrl === undefined ? 1 : 2; count > 0; count -= 1)
      successors.push(await startSuccessor(site.gateway.dataDir, databaseUrl, count))
    await finish(successors, vendors, site)
    const [first] = successors
    if (!first) throw new Error('nobody succeeds')
    const problems = await judge(first, vendors, known, account.id)
    const run = openai.batches.size + anthropic.batches.size
    return {
      run,
      known: known.size,
      kills: cycles + (databaseUrl === undefined ? 1 : 2),
      chargedBefore,
      problems,
    }
  } finally {
    for (const daemon of successors) await daemon.stop(0)
    await site.stop()
    await openai.close()
    await anthropic.close()
  }
}

async function setUp({ admin }: Site, { openai, anthropic }: Vendors): Promise<void> {
  await admin.setOption('ModelRatio', JSON.stringify({ 'batch-gpt': 1, 'batch-claude': 1 }))
  await admin.setOption('CompletionRatio', JSON.stringify({ 'batch-gpt': 2, 'batch-claude': 2 }))
  await admin.createChannel({ name: 'openai', key: 'o-key', base_url: openai.url, models: 'batch-gpt' })
  await admin.createChannel({
    name: 'anthropic',
    type: 14,
    key: 'a-key',
    base_url: anthropic.url,
    models: 'batch-claude',
  })
}

/** Ends all batches that are still running, and has every daemon poll them at the same time, several times. */
async function finish(daemons: readonly Daemon[], vendors: Vendors, { store }: Site): Promise<void> {
  const passAll = () => Promise.all(daemons.map(({ services }) => services.batches.pass()))
  // The leases of killed daemons become available when they expire.
  await store.execute('UPDATE leases SET until_ms = 0')
  // New holds replace those that died with their daemons, for batches that are still running.
  await passAll()
  for (const id of [...vendors.openai.batches.keys(), ...vendors.anthropic.batches.keys()])
    if (isRunning(id, vendors)) end(id, vendors)
  await store.execute("UPDATE batches SET created_ms = created_ms - 700000 WHERE state = 'submitting'")
  for (let pass = 0; pass < 3; pass += 1) {
    await store.execute('UPDATE leases SET until_ms = 0')
    await passAll()
  }
  await until('nothing is held', async () => {
    const [row] = await store.query<{ n: string }>('SELECT count(*) AS n FROM holds WHERE is_allowance = 0')
    return Number(row?.n) === 0
  })
}

/** Returns the problems found in the database, one per line. @param userId has `QUOTA`, and submitted every batch */
async function judge(
  { services: { knex } }: Daemon,
  vendors: Vendors,
  known: ReadonlySet<string>,
  userId: number,
): Promise<string[]> {
  const problems: string[] = []
  const batches: { request_id: string; vendor_id: string | null; state: string; cost: number }[] =
    await knex('batches')
  const byName = new Map(batches.map((each) => [each.vendor_id, each]))
  for (const id of known)
    if (!byName.has(id)) problems.push(`${id}: its client was told of it, and it is not there`)
  for (const { request_id, vendor_id, state, cost } of batches) {
    const entries: { delta: number }[] = await knex('entries').where({ ref: request_id })
    const charged = entries.reduce((sum, { delta }) => sum - BigInt(delta), 0n)
    const name = vendor_id ?? request_id
    if (state !== 'ended') problems.push(`${name}: left ${state}`)
    if (entries.length !== 1) problems.push(`${name}: ${entries.length} entries`)
    if (charged !== CHARGE || BigInt(cost) !== CHARGE)
      problems.push(`${name}: costs ${charged}, noted as ${cost}`)
  }
  const taken = new Set([...vendors.openai.batches.keys(), ...vendors.anthropic.batches.keys()])
  for (const { vendor_id } of batches)
    if (vendor_id !== null && !taken.has(vendor_id)) problems.push(`${vendor_id}: no vendor has it`)
  const wallet = await knex('wallets').where({ user_id: userId, kind: 1 }).first('balance', 'held')
  const left = QUOTA - BigInt(batches.length) * CHARGE
  if (BigInt(wallet.balance) !== left || Number(wallet.held) !== 0)
    problems.push(`the wallet has ${wallet.balance} instead of ${left}, ${wallet.held} of it held`)
  const report = await runAudit(knex)
  for (const check of report.checks)
    if (!check.ok) problems.push(`${check.id}: ${check.error ?? JSON.stringify(check.first)}`)
  return problems
}
