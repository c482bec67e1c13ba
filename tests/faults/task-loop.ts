import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { readConfig } from '../../src/daemon/config/config.ts'
import { runAudit } from '../../src/daemon/ledger/audit.ts'
import { type Daemon, startDaemon } from '../../src/daemon/start-daemon.ts'
import { changeTask } from '../../src/daemon/tasks/change-task.ts'
import type { GatewayProcess } from '../support/gateway/gateway-process.ts'
import { createDatabase } from '../support/services/postgres.ts'
import { type SunoServer, startSunoServer } from '../support/tasks/suno-server.ts'
import { type Site, startSite } from './site.ts'

/** Price of a song, in thousandths. */
const MUSIC = 50_000_000n
export const QUOTA = 500_000_000n
const WORKERS = 8

export interface TaskReport {
  /** Number of tasks whose IDs a client has received. */
  readonly known: number
  /** Number of submissions whose client lost the connection. */
  readonly lost: number
  readonly kills: number
  readonly refunds: number
  /** Number of refunds that daemons had made when they were killed in the middle of a poll. */
  readonly refundsBeforeKill: number
  /** Problems found, one per line; empty when there are none. */
  readonly problems: readonly string[]
}

/** What clients have learned from their responses. */
export interface Known {
  readonly ids: Set<string>
  lost: number
}

export const until = async (what: string, isSo: () => boolean | Promise<boolean>): Promise<void> => {
  const endMs = performance.now() + 90_000
  while (!(await isSo())) {
    if (performance.now() > endMs) throw new Error(`${what}: not in time`)
    await delay(20)
  }
}

/** Submits tasks to every daemon until one of them is killed. */
async function loadAndKill(
  daemons: readonly GatewayProcess[],
  key: string,
  suno: SunoServer,
  known: Known,
): Promise<void> {
  const enough = known.ids.size + 10 + Math.floor(Math.random() * 20)
  let isOver = false
  const work = async (worker: number): Promise<void> => {
    const url = daemons[worker % daemons.length]?.url
    while (!isOver) {
      const answer = await fetch(`${url}/suno/submit/music`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ prompt: 'a song' }),
      })
        .then((response) => response.json() as Promise<{ code: string; data: unknown }>)
        .catch(() => undefined)
      if (answer === undefined) known.lost += 1
      if (answer?.code !== 'success') await delay(5)
      else {
        known.ids.add(String(answer.data))
        const status = ['FAILURE', 'FAILURE', 'SUCCESS', 'IN_PROGRESS'][Math.floor(Math.random() * 4)] ?? ''
        suno.move(String(answer.data), { status, fail_reason: status === 'FAILURE' ? 'no' : '' })
      }
    }
  }
  const running = Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)))
  await until('tasks are accepted', () => known.ids.size >= enough)
  const victim = daemons[Math.floor(Math.random() * daemons.length)]
  victim?.signal('SIGKILL')
  await victim?.ended
  isOver = true
  await running
}

const countRefunds = async ({ store }: Site): Promise<number> => {
  const [row] = await store.query<{ n: string }>('SELECT count(*) AS n FROM entries WHERE kind = 13')
  return Number(row?.n)
}

/** Kills every daemon while the polling one refunds charges. @returns how many refunds it had made */
async function killInPoll(
  daemons: readonly GatewayProcess[],
  suno: SunoServer,
  release: () => void,
  site: Site,
): Promise<number> {
  const asked = suno.calls.length
  const before = await countRefunds(site)
  await until('a daemon asks', () => suno.calls.slice(asked).some(({ path }) => path === '/suno/fetch'))
  release()
  await until('a charge comes back', async () => (await countRefunds(site)) > before)
  for (const daemon of daemons) daemon.signal('SIGKILL')
  await Promise.all(daemons.map(({ ended }) => ended))
  return countRefunds(site)
}

/**
 * Kills daemons with signal 9 while tasks are submitted and polled, reports the failures to two daemons at once, and
 * compares the database with what clients and vendor know.
 */
export async function runTaskLoop(engine: 'sqlite' | 'postgres', cycles: number): Promise<TaskReport> {
  const databaseUrl = engine === 'postgres' ? await createDatabase('tasks') : undefined
  const suno = await startSunoServer()
  const site = await startSite(databaseUrl === undefined ? {} : { databaseUrl })
  const successors: Daemon[] = []
  const known: Known = { ids: new Set(), lost: 0 }
  try {
    await site.admin.setOption('ModelPrice', JSON.stringify({ suno_music: 0.1 }))
    await site.admin.createChannel({
      name: 'suno',
      type: 36,
      key: suno.key,
      base_url: suno.url,
      models: 'suno_music',
    })
    const account = await site.createAccount('anna', Number(QUOTA))
    const { key } = await account.createToken()
    const hold = suno.holdQuestions()
    let peer = databaseUrl === undefined ? undefined : await site.startPeer()
    const daemons = () => [site.gateway, ...(peer ? [peer] : [])]
    let kills = 0
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      await loadAndKill(daemons(), key, suno, known)
      kills += 1
      await site.declareDead()
      if ((await fetch(`${site.url}/readyz`).catch(() => undefined)) === undefined) await site.restart()
      else peer = await site.startPeer()
    }
    const refundsBeforeKill = await killInPoll(daemons(), suno, hold, site)
    kills += daemons().length
    await site.declareDead()
    for (let count = databaseUrl === undefined ? 1 : 2; count > 0; count -= 1)
      successors.push(await startSuccessor(site.gateway.dataDir, databaseUrl, count))
    await finish(successors, suno, site)
    const problems = await judge(successors[0] as Daemon, suno, known, account.id)
    const refunds = await countRefunds(site)
    return { known: known.ids.size, lost: known.lost, kills, refunds, refundsBeforeKill, problems }
  } finally {
    for (const daemon of successors) await daemon.stop(0)
    await site.stop()
    await suno.close()
  }
}

/** Starts a daemon in this process, whose polls the test can trigger. */
export async function startSuccessor(
  dataDir: string,
  databaseUrl: string | undefined,
  number: number,
): Promise<Daemon> {
  const env = {
    TOLLGATE_DATA_DIR: number === 1 ? dataDir : `${dataDir}-${number}`,
    TOLLGATE_PORT: '0',
    TOLLGATE_SECRET_KEY: '5e'.repeat(32),
    ...(databaseUrl === undefined ? {} : { TOLLGATE_DATABASE_URL: databaseUrl }),
  }
  return startDaemon(readConfig([], env, false), { log: pino({ level: 'silent' }) })
}

/** Reports all failures to all daemons at once, by callback and by poll. */
export async function finish(daemons: readonly Daemon[], suno: SunoServer, { store }: Site): Promise<void> {
  const passAll = () => Promise.all(daemons.map(({ services }) => services.tasks.pass()))
  if (daemons.length > 1) {
    const asked = suno.calls.length
    await passAll()
    if (suno.calls.length > asked)
      throw new Error('a lease of a daemon that was killed is nobody else’s at once')
    // Let the lease expire.
    await store.execute('UPDATE leases SET until_ms = 0')
  }
  for (const { task_id, status } of suno.tasks.values())
    if (status === 'IN_PROGRESS') suno.move(task_id, { status: 'FAILURE', fail_reason: 'no' })
  const failed = [...suno.tasks.values()].filter(({ status }) => status === 'FAILURE').slice(0, 20)
  const rows = await store.query<{ id: string; vendor_id: string }>(
    "SELECT id, vendor_id FROM tasks WHERE is_open = 1 AND status <> ''",
  )
  const told = rows.filter(({ vendor_id }) => failed.some(({ task_id }) => task_id === vendor_id))
  await Promise.all([
    ...told.flatMap(({ id }) =>
      daemons.map(({ services }) =>
        changeTask(Number(id), { status: 'FAILURE', failReason: 'no' }, services),
      ),
    ),
    passAll(),
  ])
  // Submissions that were cut off are given up after two polls that do not find them.
  await store.execute("UPDATE tasks SET submit_ms = submit_ms - 200000 WHERE status = ''")
  for (let pass = 0; pass < 3; pass += 1) await passAll()
}

/** Returns the problems found in the database, one per line. @param userId has `QUOTA`, and submitted every task */
export async function judge(
  { services: { knex } }: Daemon,
  suno: SunoServer,
  known: Known,
  userId: number,
): Promise<string[]> {
  const problems: string[] = []
  const tasks: { request_id: string; vendor_id: string | null; status: string }[] = await knex('tasks')
  const byName = new Map(tasks.map((task) => [task.vendor_id, task]))
  for (const id of known.ids) {
    const task = byName.get(id)
    const { status } = suno.tasks.get(id) ?? { status: '' }
    const expected = status === 'SUBMITTED' ? 'NOT_START' : status
    if (task === undefined) problems.push(`${id}: its client was told of it, and it is not there`)
    else if (task.status !== expected && status !== 'SUBMITTED')
      problems.push(`${id}: ${task.status} instead of ${status}`)
  }
  for (const { request_id, status } of tasks) {
    const entries: { kind: number; delta: number }[] = await knex('entries').where({ ref: request_id })
    const sum = entries.reduce((total, { delta }) => total + BigInt(delta), 0n)
    const refunds = entries.filter(({ kind }) => Number(kind) === 13)
    if (status === '') problems.push(`${request_id}: left open`)
    if (refunds.length > 1) problems.push(`${request_id}: ${refunds.length} refunds`)
    if (sum !== (status === 'FAILURE' ? 0n : -MUSIC)) problems.push(`${request_id}: ${status} costs ${-sum}`)
  }
  const paid = BigInt(tasks.filter(({ status }) => status !== 'FAILURE').length) * MUSIC
  const wallet = await knex('wallets').where({ user_id: userId, kind: 1 }).first('balance', 'held')
  if (BigInt(wallet.balance) !== QUOTA * 1000n - paid || Number(wallet.held) !== 0)
    problems.push(`the wallet has ${wallet.balance}, ${wallet.held} of it held`)
  const report = await runAudit(knex)
  for (const check of report.checks)
    if (!check.ok) problems.push(`${check.id}: ${check.error ?? JSON.stringify(check.first)}`)
  return problems
}
