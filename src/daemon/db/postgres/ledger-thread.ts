import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../../errors/app-error.ts'
import { createPostgresLedgerEngine } from '../../ledger/postgres-engine.ts'
import { packOutcomes, unpackOperations } from '../../ledger/wire.ts'
import { toFailure } from '../failure.ts'
import type { Request } from '../sqlite/messages.ts'
import type { Reply } from '../thread.ts'

export interface LedgerThreadOptions {
  readonly connectionString: string
  readonly instanceId: string
}

/**
 * Entry point of the thread that talks to PostgreSQL for the ledger, so that batches are not built on the main event
 * loop.
 */
const port = parentPort
if (!port) throw new Error('This file runs as a worker thread')

const { connectionString, instanceId } = workerData as LedgerThreadOptions
const engine = createPostgresLedgerEngine({ connectionString, instanceId })

async function answer(call: number, work: () => Promise<unknown> | unknown): Promise<void> {
  let reply: Reply
  try {
    reply = { call, result: await work() }
  } catch (error) {
    // The other side wraps it again, and wants to say why.
    const reason = error instanceof AppError ? (error.cause ?? error) : error
    reply = { call, failure: toFailure(reason), fatal: false }
  }
  port?.postMessage(reply)
}

port.on('message', (request: Request) => {
  if (request.kind === 'ledger')
    void answer(request.call, async () =>
      packOutcomes(await engine.apply(unpackOperations(request.operations))),
    )
  if (request.kind === 'close') void answer(request.call, () => engine.close())
})
