import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors/app-error.ts'
import { invalid } from '../protocols/openai/request-checks.ts'
import type { JsonObject } from '../protocols/types.ts'
import { throwDescribed } from '../relay/call/upstream-errors.ts'
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
import { listShape } from '../relay/route-errors.ts'
import { openAccount, reachAccount } from '../relay/stored/ask-account.ts'
import { toReadable } from '../upstream/to-readable.ts'
import { type AdvanceBatchDeps, advanceBatch } from './advance-batch.ts'
import { askBatch } from './ask-batch.ts'
import { askBatches } from './ask-batches.ts'
import type { Batch } from './batch.ts'
import type { BatchForm } from './batch-form.ts'
import { batchForms, formFor } from './forms/index.ts'
import { type SubmitBatchDeps, submitBatch } from './submit-batch.ts'

export interface BatchRouteDeps extends RelayRouteDeps, EntranceDeps, SubmitBatchDeps, AdvanceBatchDeps {
  /** Returns the origin at which a client reaches this gateway: `https://host`. */
  readonly originOf: (request: FastifyRequest) => string
}

/** A request to one of the batch routes. */
interface Visit {
  readonly form: BatchForm
  readonly request: FastifyRequest
  readonly deps: BatchRouteDeps
}

/** Client headers that are passed on to vendors. */
const PASSED = ['anthropic-version', 'anthropic-beta'] as const

/** Registers the batch APIs of the vendors. A batch goes to one account, and is charged when it ends. */
export async function batchRoutes(
  app: FastifyInstance,
  { deps }: { readonly deps: BatchRouteDeps },
): Promise<void> {
  useEntrance(app, deps)
  for (const form of batchForms) routesOf(form, app, deps)
}

function routesOf(form: BatchForm, app: FastifyInstance, deps: BatchRouteDeps): void {
  const visitOf = (request: FastifyRequest): Visit => ({
    form: formFor(form, listShape(request)),
    request,
    deps,
  })
  const enter = enterByKey((request) => visitOf(request).form.readKey(request), deps)
  const read = { onRequest: [enter] }
  const write = { onRequest: [takeJsonOnly, readyCheck(deps), enter] }
  const answer =
    (handle: (visit: Visit) => Promise<JsonObject>) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
      reply.send(await handle(visitOf(request)))
  for (const addresses of form.addresses) {
    app.post(addresses.create, write, answer(submit))
    if (addresses.list !== undefined) app.get(addresses.list, read, answer(list))
    if (addresses.show !== undefined) app.get(addresses.show, read, answer(show))
    app.post(addresses.cancel, write, answer(cancel))
    if (addresses.remove !== undefined) app.delete(addresses.remove, read, answer(remove))
    if (addresses.results !== undefined)
      app.get(addresses.results, read, async (request, reply) => sendResults(visitOf(request), reply))
  }
}

async function submit({ form, request, deps }: Visit): Promise<JsonObject> {
  const submission = {
    entered: enteredOf(request),
    requestId: request.id,
    address: deps.addressOf(request),
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    params: request.params as Record<string, string>,
    headers: passedOf(request),
  }
  const refusal = deps.begin()
  if (refusal) throw refusal
  try {
    return shown(await submitBatch(form, submission, deps), { form, request, deps })
  } finally {
    request.bodyLease?.end()
    deps.ended()
  }
}

async function list({ form, request, deps }: Visit): Promise<JsonObject> {
  const { limit, after: afterId, before: beforeId } = form.readPage(readQuery(request))
  const owner = ownerOf({ form, request, deps })
  const find = async (name: string, id: string | undefined): Promise<Batch | undefined> => {
    const batch = id ? await deps.batches.find(owner, id) : undefined
    if (id && !batch) throw invalid(name, 'noSuchBatch')
    return batch
  }
  const [after, before] = [await find('after', afterId), await find('before', beforeId)]
  const found = await deps.batches.list(owner, { after, before, limit: limit + 1 })
  // One more than fits is read to see whether there is another page. It comes first when paging backwards, else last.
  const page = before && !after ? found.slice(-limit) : found.slice(0, limit)
  return form.writePage(page, found.length > limit, deps.originOf(request))
}

/**
 * Returns a batch. One that has ended is read from our database. The vendor is asked if the batch is still open, or if
 * its answers are part of the batch itself and the vendor still has them.
 */
async function show(visit: Visit): Promise<JsonObject> {
  const batch = await findBatch(visit)
  const isReachable = reachAccount(batch.place, enteredOf(visit.request).snapshot) !== undefined
  const isAsked = batch.isOpen || (visit.form.withoutAnswers && visit.form.hasAnswers?.(batch.described))
  if (!isReachable || !isAsked) return shown(batch.described, visit)
  const described = await advance(batch, 'show', visit).catch((error: unknown) => {
    if (batch.isOpen || !isNotFound(error)) throw error
    return batch.described
  })
  return shown(described, visit)
}

const isNotFound = (error: unknown): boolean => error instanceof AppError && error.status === 404

async function cancel(visit: Visit): Promise<JsonObject> {
  const described = await advance(await findBatch(visit), 'cancel', visit)
  return visit.form.writeCancelled?.() ?? shown(described, visit)
}

/** Sends the answers of a batch. @throws AppError `batch_running`, `file_out_of_reach`, `batch_results_gone` */
async function sendResults(visit: Visit, reply: FastifyReply): Promise<FastifyReply> {
  const batch = await findEnded(visit)
  const question = visit.form.hasAnswers?.(batch.described) && visit.form.resultsOf?.(batch.vendorId)
  if (!question) throw resultsGone(batch)
  const asked = { method: 'GET', query: {}, headers: passedOf(visit.request), ...question } as const
  const { snapshot } = enteredOf(visit.request)
  const exchange = await openAccount(batch.place, asked, snapshot, visit.deps).catch(throwDescribed)
  if (!exchange) throw new AppError('file_out_of_reach', { values: { id: batch.vendorId } })
  if (exchange.status === 404) {
    exchange.abort()
    throw resultsGone(batch)
  }
  return reply.code(200).type('application/x-jsonl').send(toReadable(exchange))
}

const resultsGone = ({ vendorId: id }: Batch): AppError =>
  new AppError('batch_results_gone', { values: { id } })

/** Deletes an ended batch here, and at the vendor if it is reachable and still has the batch. */
async function remove(visit: Visit): Promise<JsonObject> {
  const batch = await findEnded(visit)
  const { snapshot } = enteredOf(visit.request)
  if (reachAccount(batch.place, snapshot))
    await askBatches(batch.place, visit.form.callFor('delete', batch.vendorId), snapshot, visit.deps).catch(
      (error: unknown) => {
        if (!isNotFound(error)) throw error
      },
    )
  await visit.deps.batches.forget(batch)
  return visit.form.writeDeleted?.(batch.vendorId) ?? {}
}

/** Finds a batch that has ended and been charged. @throws AppError `batch_running` */
async function findEnded(visit: Visit): Promise<Batch> {
  const batch = await findBatch(visit)
  if (!batch.isOpen) return batch
  if (reachAccount(batch.place, enteredOf(visit.request).snapshot)) await advance(batch, 'show', visit)
  const now = await findBatch(visit)
  if (now.isOpen) throw new AppError('batch_running', { values: { id: batch.vendorId } })
  return now
}

async function advance(batch: Batch, action: 'show' | 'cancel', visit: Visit): Promise<JsonObject> {
  const { snapshot } = enteredOf(visit.request)
  return advanceBatch(batch, await askBatch(batch, action, snapshot, visit.deps), snapshot, visit.deps)
}

/** Finds the batch named in the URL. @throws AppError `batch_not_found` */
async function findBatch(visit: Visit): Promise<Batch> {
  const { id: name = '' } = visit.request.params as { id?: string }
  // In Google's URLs, the action follows the ID.
  const id = name.replace(/:cancel$/, '')
  const batch = await visit.deps.batches.find(ownerOf(visit), id)
  if (!batch) throw new AppError('batch_not_found', { values: { id: id.slice(0, 100) } })
  return batch
}

const ownerOf = ({ form, request }: Visit) => ({
  userId: enteredOf(request).caller.userId,
  endpoints: form.endpoints,
})

const shown = (described: JsonObject, { form, request, deps }: Visit): JsonObject =>
  form.show?.(described, deps.originOf(request)) ?? described

const passedOf = ({ headers }: FastifyRequest): Readonly<Record<string, string>> =>
  Object.fromEntries(
    PASSED.flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value] as const] : []
    }),
  )
