import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors/app-error.ts'
import { invalid } from '../protocols/openai/request-checks.ts'
import { ownResponseOf } from '../protocols/responses/index.ts'
import type { JsonObject } from '../protocols/types.ts'
import { TransportError } from '../upstream/exchange.ts'
import { readKey } from './admit/identify.ts'
import { type EntranceDeps, enterByKey, enteredOf, readQuery } from './entrance.ts'
import type { RelayDeps } from './relay-deps.ts'
import { type AccountQuestion, askAccount } from './stored/ask-account.ts'
import { cancelKept, showKept } from './stored/background.ts'
import { pageOf } from './stored/keep-response.ts'
import type { KeptResponse } from './stored/responses-store.ts'

type Deps = RelayDeps & EntranceDeps

/** One request about a response. */
interface About {
  readonly id: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

const URL = '/v1/responses/:id'

/**
 * Responses by their id. Those that are kept here are answered from the store, the others by the account that keeps them. A
 * user sees only their own. Nothing of this is charged.
 */
export function responseRoutes(app: FastifyInstance, deps: Deps): void {
  const onRequest = enterByKey((request) => readKey(request.headers), deps)
  const route = (
    method: AccountQuestion['method'],
    part: string,
    own: (kept: KeptResponse, about: About) => Promise<JsonObject> | JsonObject,
  ): void =>
    void app.route<{ Params: { id: string } }>({
      method,
      url: `${URL}${part}`,
      onRequest,
      handler: async (request, reply) => {
        const about = { id: request.params.id, request, reply }
        const kept = await findKept(about, deps)
        return kept ? reply.send(await own(kept, about)) : askVendor(about, { method, part }, deps)
      },
    })

  route('GET', '', (kept, { request }) => {
    if (readQuery(request).stream === 'true') throw notStreamable()
    return showKept(kept, deps)
  })
  route('POST', '/cancel', async (kept) => {
    if (kept.answer.background !== true) throw new AppError('response_not_cancellable')
    await showKept(kept, deps)
    return cancelKept(kept, deps.responses)
  })
  route('GET', '/input_items', ({ input }, { request }) => pageOf(input, readQuery(request)))
  route('DELETE', '', async ({ id, userId }) => {
    await deps.responses.delete(userId, id)
    return { id, object: 'response', deleted: true }
  })
}

/** We keep no events. A client that asked for them and got JSON would read an empty stream and see no error. */
const notStreamable = () => invalid('stream', 'notStreamable')

async function findKept({ id, request }: About, { responses }: Deps): Promise<KeptResponse | undefined> {
  if (ownResponseOf(id) !== id) return undefined
  return responses.find(enteredOf(request).caller.userId, id)
}

/** The account that keeps a response answers for itself. @throws AppError `response_not_found` */
async function askVendor(
  { id, request, reply }: About,
  { method, part }: { readonly method: AccountQuestion['method']; readonly part: string },
  deps: Deps,
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
