import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors/app-error.ts'
import { asObject, parseJson } from '../protocols/json-access.ts'
import { invalid } from '../protocols/openai/request-checks.ts'
import type { JsonObject } from '../protocols/types.ts'
import { readKey } from '../relay/admit/identify.ts'
import {
  type EntranceDeps,
  enterByKey,
  enteredOf,
  readQuery,
  readyCheck,
  useEntrance,
} from '../relay/entrance.ts'
import { takeJsonOnly } from '../relay/inbound/browser-guard.ts'
import type { RelayRouteDeps } from '../relay/relay-routes.ts'
import { reachAccount } from '../relay/stored/ask-account.ts'
import { type AdvanceBatchDeps, advanceBatch } from './advance-batch.ts'
import { askBatches, type BatchCall } from './ask-batches.ts'
import type { Batch } from './batch.ts'
import { type SubmitBatchDeps, submitBatch } from './submit-batch.ts'

export type BatchRouteDeps = RelayRouteDeps & EntranceDeps & SubmitBatchDeps & AdvanceBatchDeps

interface OneBatch {
  Params: { id: string }
}
type BatchRequest = FastifyRequest<OneBatch>

const PAGE = { usual: 20, max: 100 } as const

/** The batch API in OpenAI's format. A batch goes to the account that keeps its input file, and is charged when it ends. */
export async function batchRoutes(
  app: FastifyInstance,
  { deps }: { readonly deps: BatchRouteDeps },
): Promise<void> {
  useEntrance(app, deps)
  const checkReady = readyCheck(deps)
  const enter = enterByKey(({ headers }) => readKey(headers), deps)
  const read = { onRequest: [enter] }
  const write = { onRequest: [takeJsonOnly, checkReady, enter] }
  app.post('/v1/batches', write, async (request, reply) => reply.send(await submit(request, deps)))
  app.get('/v1/batches', read, async (request, reply) => reply.send(await list(request, deps)))
  app.get<OneBatch>('/v1/batches/:id', read, async (request, reply) => reply.send(await show(request, deps)))
  app.post<OneBatch>('/v1/batches/:id/cancel', write, async (request, reply) =>
    reply.send(await cancel(request, deps)),
  )
}

async function submit(request: FastifyRequest, deps: BatchRouteDeps): Promise<JsonObject> {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  request.bodyLease?.end()
  const body = asObject(parseJson(bytes.toString('utf8')))
  if (!body) throw new AppError('invalid_json')
  const entered = enteredOf(request)
  deps.began()
  try {
    const address = deps.addressOf(request)
    return await submitBatch({ entered, requestId: request.id, address, body }, deps)
  } finally {
    deps.ended()
  }
}

async function list(request: FastifyRequest, { batches }: BatchRouteDeps): Promise<JsonObject> {
  const { limit: limitText = String(PAGE.usual), after: afterId } = readQuery(request)
  const limit = /^\d{1,3}$/.test(limitText) ? Number(limitText) : 0
  if (limit < 1 || limit > PAGE.max) throw invalid('limit', `'limit' must be from 1 to ${PAGE.max}`)
  const { userId } = enteredOf(request).caller
  const after = afterId ? await batches.find(userId, afterId) : undefined
  if (afterId && !after) throw invalid('after', "'after' names none of your batches")
  const found = await batches.list(userId, after, limit + 1)
  const shown = found.slice(0, limit)
  return {
    object: 'list',
    data: shown.map(({ described }) => described),
    first_id: shown[0]?.vendorId ?? null,
    last_id: shown.at(-1)?.vendorId ?? null,
    has_more: found.length > limit,
  }
}

/** A batch that has ended was charged and is shown from the store; for an open one the vendor is asked. */
async function show(request: BatchRequest, deps: BatchRouteDeps): Promise<JsonObject> {
  const batch = await findBatch(request, deps)
  const isReachable = reachAccount(batch.place, enteredOf(request).snapshot) !== undefined
  return batch.isOpen && isReachable
    ? ask(batch, { method: 'GET', path: pathOf(batch) }, request, deps)
    : batch.described
}

async function cancel(request: BatchRequest, deps: BatchRouteDeps): Promise<JsonObject> {
  const batch = await findBatch(request, deps)
  return ask(batch, { method: 'POST', path: `${pathOf(batch)}/cancel` }, request, deps)
}

async function ask(
  batch: Batch,
  call: BatchCall,
  request: BatchRequest,
  deps: BatchRouteDeps,
): Promise<JsonObject> {
  const { snapshot } = enteredOf(request)
  const news = await askBatches(batch.place, call, snapshot, deps)
  return advanceBatch(batch, news, snapshot, deps)
}

/** @throws AppError `batch_not_found` */
async function findBatch(request: BatchRequest, { batches }: BatchRouteDeps): Promise<Batch> {
  const { id } = request.params
  const batch = await batches.find(enteredOf(request).caller.userId, id)
  if (!batch) throw new AppError('batch_not_found', { values: { id: id.slice(0, 100) } })
  return batch
}

const pathOf = ({ vendorId }: Batch): string => `/${encodeURIComponent(vendorId)}`
