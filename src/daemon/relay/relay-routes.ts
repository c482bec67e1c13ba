import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors/app-error.ts'
import { openaiChat, openaiCompletion, openaiEmbedding, openaiModeration } from '../protocols/openai/index.ts'
import type { Codec } from '../protocols/types.ts'
import { Client } from './client.ts'
import { checkHops } from './hops.ts'
import { listModels, readModel } from './models.ts'
import { relay } from './relay.ts'
import type { RelayDeps } from './relay-deps.ts'
import { renderError, toAppError } from './render-error.ts'
import { decodeRequestBody } from './request-body.ts'
import { newRequestId } from './request-id.ts'

/** What the routes need besides the relay itself. */
export interface RelayRouteDeps extends RelayDeps {
  readonly bodyBytesMax: number
  /** The client's address; forwarding headers count only from trusted peers. */
  readonly addressOf: (request: FastifyRequest) => string
  /** The signed-in user of the playground route. @throws AppError `not_signed_in`, `access_token_not_supported` … */
  readonly sessionOf: (request: FastifyRequest) => Promise<{ readonly userId: number }>
  readonly isReady: () => AppError | undefined
}

/** Every operation that is served: the route, the path it has at an upstream, the wire format. */
const OPERATIONS: readonly { readonly url: string; readonly path: string; readonly codec: Codec }[] = [
  { url: '/v1/chat/completions', path: '/v1/chat/completions', codec: openaiChat },
  { url: '/v1/completions', path: '/v1/completions', codec: openaiCompletion },
  { url: '/v1/embeddings', path: '/v1/embeddings', codec: openaiEmbedding },
  { url: '/v1/engines/:model/embeddings', path: '/v1/embeddings', codec: openaiEmbedding },
  { url: '/v1/moderations', path: '/v1/moderations', codec: openaiModeration },
]

/** Routes of the protocol that exist elsewhere and not here: answered clearly, never charged. */
const NOT_IMPLEMENTED: readonly (readonly [method: 'GET' | 'POST' | 'DELETE', url: string])[] = [
  ['GET', '/v1/files'],
  ['POST', '/v1/files'],
  ['GET', '/v1/files/:id'],
  ['DELETE', '/v1/files/:id'],
  ['GET', '/v1/files/:id/content'],
  ['GET', '/v1/fine-tunes'],
  ['POST', '/v1/fine-tunes'],
  ['GET', '/v1/fine-tunes/:id'],
  ['POST', '/v1/fine-tunes/:id/cancel'],
  ['GET', '/v1/fine-tunes/:id/events'],
  ['DELETE', '/v1/models/:model'],
  ['POST', '/v1/edits'],
  ['POST', '/v1/images/generations'],
  ['POST', '/v1/images/edits'],
  ['POST', '/v1/images/variations'],
  ['POST', '/v1/audio/speech'],
  ['POST', '/v1/audio/transcriptions'],
  ['POST', '/v1/audio/translations'],
  ['POST', '/v1/rerank'],
  ['POST', '/v1/responses'],
  ['POST', '/v1/messages'],
  ['POST', '/v1/messages/count_tokens'],
]

/**
 * The relay's routes. Bodies stay bytes: they are parsed once, by the relay. Errors have OpenAI's shape here, whatever
 * throws them.
 */
export async function relayRoutes(
  app: FastifyInstance,
  { deps }: { readonly deps: RelayRouteDeps },
): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: deps.bodyBytesMax }, (_request, body, done) =>
    done(null, body),
  )
  app.setErrorHandler((error, request, reply) =>
    answerError(toRelayError(error), newRequestId(deps.clock.now()), request, reply),
  )
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', 'x-request-id')
  })

  for (const { url, path, codec } of OPERATIONS)
    app.post(url, async (request, reply) => run(request, reply, path, codec, undefined, deps))
  app.post('/pg/chat/completions', async (request, reply) => {
    const session = await deps.sessionOf(request)
    return run(request, reply, '/v1/chat/completions', openaiChat, session, deps)
  })
  app.get('/v1/models', async (request, reply) =>
    reply.send(await listModels(request.headers, readQuery(request), deps)),
  )
  app.get<{ Params: { '*': string } }>('/v1/models/*', async (request, reply) =>
    reply.send(await readModel(request.params['*'], request.headers, readQuery(request), deps)),
  )
  for (const [method, url] of NOT_IMPLEMENTED)
    app.route({
      method,
      url,
      handler: () => {
        throw new AppError('api_not_implemented')
      },
    })
  for (const url of ['/v1/*', '/pg/*'])
    app.options(url, async (_request, reply) =>
      reply
        .header('access-control-allow-methods', 'GET, POST, DELETE, OPTIONS')
        .header('access-control-allow-headers', '*, authorization')
        .header('access-control-max-age', '86400')
        .code(204)
        .send(),
    )
}

async function run(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  codec: Codec,
  session: { readonly userId: number } | undefined,
  deps: RelayRouteDeps,
): Promise<void> {
  const startedMs = deps.clock.now()
  const requestId = newRequestId(startedMs)
  const notReady = deps.isReady()
  if (notReady) throw notReady
  checkHops(request.headers, deps.instanceId)
  const body = await decodeRequestBody(request.body, request.headers, deps.bodyBytesMax)
  reply.hijack()
  const client = new Client(reply.raw, requestId)
  // Hijacked answers do not pass Fastify's header store.
  reply.raw.setHeader('access-control-allow-origin', '*')
  await relay(
    {
      requestId,
      startedMs,
      path,
      codec,
      headers: request.headers,
      query: readQuery(request),
      body,
      modelInPath: (request.params as { model?: string }).model,
      address: deps.addressOf(request),
      client,
      session,
    },
    deps,
  )
}

const readQuery = (request: FastifyRequest): Readonly<Record<string, string>> =>
  request.query as Record<string, string>

function answerError(error: AppError, requestId: string, request: FastifyRequest, reply: FastifyReply): void {
  const rendered = renderError(error, requestId, request.headers as IncomingHttpHeaders)
  if (error.status >= 500)
    request.log.error({ requestId, code: error.code, err: error.cause ?? error }, 'request failed')
  void reply
    .code(rendered.status)
    .headers({ ...rendered.headers, 'x-request-id': requestId })
    .send(rendered.body)
}

/** Fastify's own refusals (size, length, media type) become ours. */
export function toRelayError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413) return new AppError('body_too_large')
  if (statusCode === 415) return new AppError('unsupported_media_type')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new AppError('invalid_request', { status: statusCode, message: 'The request could not be read.' })
  return toAppError(error)
}
