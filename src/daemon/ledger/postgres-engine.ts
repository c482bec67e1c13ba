import pg from 'pg'
import { AppError } from '../errors/app-error.ts'
import { PoisonedBatchError, poisoned, split } from './bisect.ts'
import { evaluate } from './evaluate.ts'
import { databaseNowMs } from './instances.ts'
import type { LedgerEngine, Operation, Outcome } from './operations.ts'
import { lockRows } from './postgres-reads.ts'
import { type Placed, settleAtOnce, sortOut } from './postgres-settle.ts'
import { writeChanges } from './postgres-writes.ts'

export interface PostgresLedgerEngine extends LedgerEngine {
  apply(operations: readonly Operation[]): Promise<readonly Outcome[]>
  close(): Promise<void>
}

export interface PostgresLedgerOptions {
  readonly connectionString: string
  readonly instanceId: string
  /** How long a batch may wait for an unreachable server before it fails. */
  readonly patienceMs?: number
  readonly pause?: (ms: number) => Promise<void>
  /** Creates an unconnected client. Tests pass one that fails on purpose. */
  readonly createClient?: (config: pg.ClientConfig) => pg.Client
}

const PATIENCE_MS = 5_000

/**
 * Creates the engine on one dedicated PostgreSQL connection. Plain charges from allowances are booked by one statement in one
 * round trip. Everything else takes two: the first locks rows in a fixed order and reads them, the second writes the final
 * rows and commits. READ COMMITTED is enough, because every row that the rules check is locked first.
 *
 * The connection is opened on first use. If it is lost, it is reopened and the same batch is submitted again, which the ids
 * make safe whether or not the lost COMMIT took effect. The first connection registers the instance. If the instance row is
 * later missing or fenced, peers consider this daemon dead and reserves are refused.
 *
 * @throws from `apply`: AppError `storage_unavailable` if the server stays unreachable for `patienceMs`
 */
export function createPostgresLedgerEngine(options: PostgresLedgerOptions): PostgresLedgerEngine {
  const { connectionString, instanceId, patienceMs = PATIENCE_MS } = options
  const pause = options.pause ?? ((ms: number) => new Promise((resolve) => setTimeout(resolve, ms)))
  const createClient = options.createClient ?? ((config: pg.ClientConfig) => new pg.Client(config))
  let client: pg.Client | undefined
  let isRegistered = false
  let isClosed = false
  let turn: Promise<unknown> = Promise.resolve()

  const forget = (): void => {
    const lost = client
    client = undefined
    // Not awaited, because closing a dead socket may never finish.
    lost?.end().catch(() => undefined)
  }

  const connect = async (): Promise<pg.Client> => {
    if (client !== undefined) return client
    const fresh = createClient({
      connectionString,
      pipeline: true,
      keepAlive: true,
      application_name: 'tollgate ledger',
      connectionTimeoutMillis: patienceMs,
      // A frozen daemon must not keep wallets locked, and a frozen server must not block a batch.
      idle_in_transaction_session_timeout: 10_000,
      lock_timeout: 4_000,
      query_timeout: 10_000,
      // Return every type as text, so that amounts become bigint without passing through a double.
      types: { getTypeParser: () => (value: string) => value },
    } as pg.ClientConfig)
    fresh.on('error', () => {
      if (client === fresh) forget()
    })
    try {
      await fresh.connect()
      // Every statement of the ledger reads a few rows by key, and its plan is kept for the session. A plan made while a
      // table was small and had no statistics must not scan the whole table once it has a million rows. No batch is small
      // enough to make planning it again worthwhile.
      await fresh.query(
        `SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET random_page_cost = 0.01;
         SET plan_cache_mode = force_generic_plan; SET jit = off`,
      )
      if (!isRegistered)
        await fresh.query(
          `INSERT INTO instances (id, started_ms, beat_ms, fenced) VALUES ($1, ${databaseNowMs}, ${databaseNowMs}, 0)
           ON CONFLICT (id) DO NOTHING`,
          [instanceId],
        )
    } catch (error) {
      fresh.end().catch(() => undefined)
      throw error
    }
    isRegistered = true
    client = fresh
    return fresh
  }

  /** Runs `work` on the connection and closes the connection if a failure leaves it unusable. */
  const onConnection = async <Answer>(work: (connection: pg.Client) => Promise<Answer>): Promise<Answer> => {
    const connection = await connect()
    try {
      return await work(connection)
    } catch (error) {
      if (client === connection && !isUsable(error)) forget()
      throw error
    }
  }

  const transact = (operations: readonly Operation[]): Promise<readonly Outcome[]> =>
    onConnection(async (connection) => {
      if (operations.length === 0) {
        await connection.query(
          `UPDATE instances SET beat_ms = ${databaseNowMs} WHERE id = $1 AND fenced = 0`,
          [instanceId],
        )
        return []
      }
      try {
        const { rows, isFenced } = await lockRows(connection, operations, instanceId)
        const { outcomes, changes } = evaluate(operations, rows, { instanceId, isFenced })
        await writeChanges(connection, changes)
        return outcomes
      } catch (error) {
        if (client === connection && isUsable(error))
          await connection.query('ROLLBACK').catch(() => {
            forget()
          })
        throw error
      }
    })

  /** Retries until the work is done, fails because of its content, or the server has been unreachable for too long. */
  const persist = async <Answer>(
    work: () => Promise<Answer>,
    onRefused: (error: unknown) => Promise<Answer>,
  ): Promise<Answer> => {
    const started = performance.now()
    for (let tries = 0; ; tries += 1) {
      try {
        return await work()
      } catch (error) {
        const state = sqlState(error)
        if (isPoison(state) || isProgramming(error, state)) return onRefused(error)
        if (isClosed || performance.now() - started >= patienceMs)
          throw new AppError('storage_unavailable', { cause: error, retryAfterSeconds: 1 })
        if (!isConflict(state)) await pause(Math.min(1_000, 20 * 2 ** tries))
        else if (tries > 0) await pause(Math.random() * 10 * tries)
      }
    }
  }

  const attempt = (operations: readonly Operation[]): Promise<readonly Outcome[]> =>
    persist(
      () => transact(operations),
      (error) => bisect(operations, new PoisonedBatchError(error)),
    )

  /** Books plain settlements first, in one round trip, then the others. If one of them is not plain after all, the rules decide all. */
  const book = async (operations: readonly Operation[]): Promise<readonly Outcome[]> => {
    const { plain, others } = sortOut(operations)
    if (plain.length === 0) return attempt(operations)
    const settled = await persist(
      () =>
        onConnection((connection) =>
          settleAtOnce(
            connection,
            plain.map(([, each]) => each),
          ),
        ),
      async () => undefined,
    )
    if (settled === undefined) return attempt(operations)
    if (others.length === 0) return settled
    const judged = await attempt(others.map(([, operation]) => operation))
    return [...inPlace(plain, settled), ...inPlace(others, judged)]
      .sort(([left], [right]) => left - right)
      .map(([, outcome]) => outcome)
  }

  const bisect = async (operations: readonly Operation[], error: unknown): Promise<readonly Outcome[]> => {
    const parts = split(operations, error)
    if (parts === undefined) return [poisoned(error)]
    const outcomes: Outcome[] = []
    for (const part of parts) outcomes.push(...(await attempt(part)))
    return outcomes
  }

  return {
    apply(operations) {
      const answer = turn.then(() => book(operations))
      turn = answer.catch(() => undefined)
      return answer
    },
    async close() {
      isClosed = true
      await turn
      const last = client
      client = undefined
      await last?.end()
    },
  }
}

/** Pairs each answer with the position of its operation in the batch. */
const inPlace = (asked: readonly Placed<Operation>[], answers: readonly Outcome[]): Placed<Outcome>[] =>
  answers.map((answer, index) => [asked[index]?.[0] ?? 0, answer])

/** The five characters of SQLSTATE, or undefined for an error of the connection or the program. */
function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined
}

/** serialization_failure, deadlock_detected: retry the batch at once. */
const isConflict = (state: string | undefined): boolean => state === '40001' || state === '40P01'

/** Data exceptions, integrity violations, raised exceptions and program limits are caused by a single operation. */
const isPoison = (state: string | undefined): boolean => state !== undefined && /^(22|23|P0|54)/.test(state)

/** Reports whether a value could not even be bound. */
const isProgramming = (error: unknown, state: string | undefined): boolean =>
  state === undefined && (error instanceof TypeError || error instanceof RangeError)

/**
 * Reports whether the session can still be used. An ERROR leaves it usable; errors of class 57 and 08 and of the socket do
 * not. Neither does 25006: a session that was opened on a read-only server stays on it, and may stay read-only long after
 * another server accepts writes.
 */
function isUsable(error: unknown): boolean {
  const state = sqlState(error)
  return state === undefined ? isProgramming(error, state) : !/^(57P|08|25006|25P03|53|58|XX)/.test(state)
}
