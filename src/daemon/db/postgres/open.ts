import { startText } from '../../errors/start-texts.ts'
import type { LedgerEngine } from '../../ledger/operations.ts'
import { sendingEngine } from '../../ledger/sending-engine.ts'
import type { Database, OpenOptions } from '../database.ts'
import { createKnexLog } from '../knex-log.ts'
import { migrate } from '../migrate.ts'
import type { SecretBox } from '../secrets.ts'
import { openSecrets } from '../secrets-check.ts'
import type { LedgerReply, Request } from '../sqlite/messages.ts'
import { StartError } from '../start-error.ts'
import { storeReason } from '../store-reason.ts'
import { startThread, type Thread } from '../thread.ts'
import { withAdvisoryLock } from './advisory-lock.ts'
import { connectOrRefuse, createBeatKnex, createMigrationKnex, createPostgresKnex } from './connect.ts'
import type { LedgerThreadOptions } from './ledger-thread.ts'

/** How long a start waits for another daemon's migrations. */
const migrationWaitMs = 60_000

/** Opens a PostgreSQL store. @throws StartError, see `openDatabase` */
export async function openPostgres(url: string, options: OpenOptions): Promise<Database> {
  const secrets = await prepare(url, options)
  const knex = createPostgresKnex(url, options.knexLog)
  const beats = createBeatKnex(url, options.knexLog)
  const threads: Thread[] = []
  return {
    engine: 'postgres',
    knex,
    beats,
    secrets,
    instanceId: options.instanceId,
    async createLedgerEngine() {
      const thread = startLedgerThread(url, options)
      threads.push(thread)
      return engineIn(thread)
    },
    async close() {
      for (const thread of threads) {
        await thread.call((call): Request => ({ kind: 'close', call })).catch(() => undefined)
        await thread.stop()
      }
      await Promise.all([knex.destroy(), beats.destroy()])
    },
  }
}

async function prepare(url: string, { dataDir, secretKey, migrations }: OpenOptions): Promise<SecretBox> {
  const client = await connectOrRefuse(url)
  const knex = createMigrationKnex(url, createKnexLog(undefined))
  try {
    return await withAdvisoryLock(client, migrationWaitMs, async () => {
      await migrate(knex, migrations)
      return openSecrets(knex, dataDir, secretKey)
    })
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(startText('postgresUnusable', { reason: storeReason(error) }), undefined, {
      cause: error,
    })
  } finally {
    await knex.destroy()
    await client.end().catch(() => undefined)
  }
}

function startLedgerThread(connectionString: string, { instanceId, onFatal }: OpenOptions): Thread {
  const workerData: LedgerThreadOptions = { connectionString, instanceId }
  return startThread(import.meta.url, { entry: './ledger-thread', name: 'ledger' }, workerData, onFatal)
}

const engineIn = (thread: Thread): LedgerEngine =>
  sendingEngine((operations) =>
    thread.call<LedgerReply>((call): Request => ({ kind: 'ledger', call, operations })),
  )
