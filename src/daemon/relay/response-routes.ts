import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors/app-error.ts'
import { invalid } from '../protocols/openai/request-checks.ts'
import { ownResponseOf } from '../protocols/responses/index.ts'
import type { JsonObject } from '../protocols/types.ts'
import { TransportError } from '../upstream/exchange.ts'
import { readKey } from './admit/identify.ts'
import { type EntranceDeps, enterByKey, enteredOf, readQuery, takeOver } from './entrance.ts'
import type { RelayDeps } from './relay-deps.ts'
import { requestIdHeadersOf } from './route-errors.ts'
import { type AccountQuestion, askAccount } from './stored/ask-account.ts'
import { cancelKept, showKept } from './stored/background.ts'
import { follow } from './stored/follow.ts'
import { pageOf } from './stored/keep-response.ts'
import type { KeptResponse } from './stored/responses-store.ts'

/** The dependencies of the routes, including those of the relay itself. */
interface ResponseRouteDeps extends RelayDeps, EntranceDeps {
  readonly onDrain: (stop: () => void) => () => void
}

/** A request about a stored response. */
interface About {
  readonly id: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

const URL = '/v1/responses/:id'

/**
 * Registers the endpoints for responses by id. Those stored in the gateway are answered from the database, the others
 * by the account that stores them. Users see only their own. The endpoints are free.
 */
export function responseRoutes(app: FastifyInstance, deps: ResponseRouteDeps): void {
  const onRequest = enterByKey((request) => readKey(request.headers), deps)
  const route = (
    method: AccountQuestion['method'],
    part: string,
    /** Returns the answer, or undefined if it has already written one. */
    own: (kept: KeptResponse, about: About) => Promise<JsonObject | undefined> | JsonObject,
  ): void =>
    void app.route<{ Params: { id: string } }>({
      method,
      url: `${URL}${part}`,
      onRequest,
      handler: async (request, reply) => {
        const about = { id: request.params.id, request, reply }
        const kept = await findKept(about, deps)
        if (!kept) return askVendor(about, { method, part }, deps)
        const answer = await own(kept, about)
        return answer ? reply.send(answer) : reply
      },
    })

  route('GET', '', (kept, about) =>
    readQuery(about.request).stream === 'true' ? streamAgain(kept, about, deps) : showKept(kept, deps),
  )
  route('POST', '/cancel', async (kept) => {
    if (kept.answer.background !== true) throw new AppError('response_not_cancellable')
    await showKept(kept, deps)
    return cancelKept(kept, deps.responses)
  })
  route('GET', '/input_items', ({ input }, { request }) => pageOf(input, readQuery(request)))
  route('DELETE', '', async ({ id, userId }) => {
    await deps.responses.delete(userId, id)
    await deps.events.delete(id)
    return { id, object: 'response', deleted: true }
  })
}

/**
 * Sends the stream of a response, from the event after `starting_after` on. It ends when the response does.
 *
 * @throws AppError `invalid_request` if its stream is not stored, `too_many_calls`
 */
async function streamAgain(
  kept: KeptResponse,
  { request, reply }: About,
  deps: ResponseRouteDeps,
): Promise<undefined> {
  const after = readCursor(readQuery(request).starting_after)
  // A client that expects a stream and gets JSON would read an empty stream and see no error.
  if (!(await deps.events.areKept(kept.id))) throw invalid('stream', 'notStreamable')
  const refusal = deps.begin()
  if (refusal) throw refusal
  const client = takeOver({ request, reply }, requestIdHeadersOf(request))
  const { options } = enteredOf(request).snapshot
  try {
    await follow(kept, after, { ...deps, client, options })
  } finally {
    deps.ended()
  }
}

/** @returns -1 for the whole stream */
function readCursor(text: string | undefined): number {
  if (text === undefined) return -1
  const seq = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(seq))
    throw invalid('starting_after', 'notInteger', { min: 0, max: Number.MAX_SAFE_INTEGER })
  return seq
}

async function findKept(
  { id, request }: About,
  { responses }: ResponseRouteDeps,
): Promise<KeptResponse | undefined> {
  if (ownResponseOf(id) !== id) return undefined
  return responses.find(enteredOf(request).caller.userId, id)
}

/** Asks the account that stores a response. @throws AppError `response_not_found` */
async function askVendor(
  { id, request, reply }: About,
  { method, part }: { readonly method: AccountQuestion['method']; readonly part: string },
  deps: ResponseRouteDeps,
): Promise<FastifyReply> {
  const { caller, snapshot } = enteredOf(request)
  const [place] = await deps.states.find(caller.userId, [id])
  const path = `/${encodeURIComponent(id)}${part}`
  const question = { method, at: 'responses', path, query: readQuery(request) } as const
  const answer = place && (await askAccount(place, question, snapshot, deps).catch(toUpstreamError))
  if (!answer || answer.status === 404) throw new AppError('response_not_found', { values: { id } })
  if (method === 'DELETE') await deps.states.forget(caller.userId, id)
  const contentType = question.query.stream === 'true' ? 'text/event-stream' : 'application/json'
  return reply.code(answer.status).type(contentType).send(answer.body)
}

function toUpstreamError(error: unknown): never {
  if (error instanceof TransportError) throw new AppError('upstream_error', { cause: error })
  throw error
}
