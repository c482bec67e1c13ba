import pg from 'pg'
import { expect, it } from 'vitest'
import { createDatabase } from '../support/services/postgres.ts'
import { startSunoServer } from '../support/tasks/suno-server.ts'
import { startSite } from './site.ts'
import { finish, judge, type Known, QUOTA, startSuccessor, until } from './task-loop.ts'

/** The steps of a submission that write to the database, each with the trigger that catches its write. */
const WRITES = {
  note: 'BEFORE INSERT ON tasks FOR EACH ROW',
  claim: 'BEFORE UPDATE ON tasks FOR EACH ROW WHEN (OLD.vendor_id IS NULL AND NEW.vendor_id IS NOT NULL)',
  settle: 'BEFORE INSERT ON entries FOR EACH ROW WHEN (NEW.delta < 0)',
  accept: "BEFORE UPDATE ON tasks FOR EACH ROW WHEN (OLD.status = '' AND NEW.status = 'NOT_START')",
} as const
type Step = keyof typeof WRITES

/** Key of the advisory lock for which a stalled step waits. Nothing else takes this lock. */
const LOCK = 471_113

/** Connects to a database whose writes a test can stall midway. */
async function openGate(databaseUrl: string) {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  /** Finds the PostgreSQL backend of the stalled daemon. */
  const waiting = async (): Promise<number | undefined> => {
    const { rows } = await client.query<{ pid: number }>(
      `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = ${LOCK} AND NOT granted`,
    )
    return rows[0]?.pid
  }
  return {
    waiting,
    close: async (step: Step) => {
      await client.query(`SELECT pg_advisory_lock(${LOCK})`)
      await client.query(`CREATE FUNCTION stall() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock(${LOCK}); RETURN NEW; END $$`)
      await client.query(`CREATE TRIGGER stall ${WRITES[step]} EXECUTE FUNCTION stall()`)
    },
    /** @param isWritten false = the write is rolled back, as by a crash before it; true = it succeeds */
    open: async (isWritten: boolean) => {
      const pid = await waiting()
      if (!isWritten && pid !== undefined) await client.query(`SELECT pg_terminate_backend(${pid})`)
      await client.query(`SELECT pg_advisory_unlock(${LOCK})`)
      await client.query('DROP FUNCTION stall CASCADE')
    },
    end: () => client.end(),
  }
}

const cases = [
  ...(['note', 'claim', 'settle', 'accept'] as const).flatMap((step) =>
    [false, true].map((isWritten) => ({ step, isWritten })),
  ),
  { step: 'call', isWritten: false },
] as const

it('reliability 1: a daemon that is killed at any step of a submission loses nothing and charges nobody twice', {
  timeout: 400_000,
}, async () => {
  const databaseUrl = await createDatabase('steps')
  const [suno, site, gate] = await Promise.all([
    startSunoServer(),
    startSite({ databaseUrl }),
    openGate(databaseUrl),
  ])
  const known: Known = { ids: new Set(), lost: 0 }
  try {
    await site.admin.setOption('ModelPrice', JSON.stringify({ suno_music: 0.1 }))
    const channel = { name: 'suno', type: 36, key: suno.key, base_url: suno.url, models: 'suno_music' }
    await site.admin.createChannel(channel)
    const account = await site.createAccount('anna', Number(QUOTA))
    const { key } = await account.createToken()
    const submit = async () => {
      const answer = await fetch(`${site.url}/suno/submit/music`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ prompt: 'a song' }),
      }).catch(() => undefined)
      return (await answer?.json()) as { code: string; data: unknown } | undefined
    }
    for (const { step, isWritten } of cases) {
      const before = suno.tasks.size
      if (step !== 'call') await gate.close(step)
      const answer = step === 'call' ? suno.holdAnswers() : undefined
      const submitted = submit().catch(() => undefined)
      await until(`${step} is reached`, async () =>
        step === 'call' ? suno.tasks.size > before : (await gate.waiting()) !== undefined,
      )
      site.gateway.signal('SIGKILL')
      await site.gateway.ended
      expect([step, await submitted]).toEqual([step, undefined])
      expect([step, suno.tasks.size - before]).toEqual([step, step === 'note' ? 0 : 1])
      answer?.()
      if (step !== 'call') await gate.open(isWritten)
      await site.declareDead()
      await site.restart()
    }
    const last = await submit()
    expect(last?.code).toBe('success')
    known.ids.add(String(last?.data))
    site.gateway.signal('SIGKILL')
    await site.gateway.ended
    await site.declareDead()
    const successor = await startSuccessor(site.gateway.dataDir, databaseUrl, 1)
    try {
      await site.store.execute('UPDATE leases SET until_ms = 0')
      await finish([successor], suno, site)
      expect(await judge(successor, suno, known, account.id)).toEqual([])
      const tasks = await site.store.query<{ status: string }>('SELECT status FROM tasks')
      // All but one note were stored. Besides the last task, at most the one whose acceptance was written is charged.
      expect(tasks.length).toBe(cases.length)
      expect(tasks.filter(({ status }) => status !== 'FAILURE').length).toBe(2)
    } finally {
      await successor.stop(0)
    }
  } finally {
    await gate.end()
    await site.stop()
    await suno.close()
  }
})
