import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors/app-error.ts'
import { guardHeaders } from '../http/guard-headers.ts'
import { anthropicMessages } from '../protocols/anthropic/index.ts'
import { geminiBatchEmbedding, geminiEmbedding, geminiGenerate } from '../protocols/gemini/index.ts'
import {
  openaiChat,
  openaiCompletion,
  openaiEmbedding,
  openaiImage,
  openaiImageEdit,
  openaiImageVariation,
  openaiModeration,
  openaiRerank,
  openaiSpeech,
  openaiTranscription,
  openaiTranslation,
} from '../protocols/openai/index.ts'
import { openaiResponses } from '../protocols/responses/index.ts'
import type { Codec, JsonObject } from '../protocols/types.ts'
import { countTokens } from './count-tokens.ts'
import { refuseNavigation, takeJsonOnly } from './inbound/browser-guard.ts'
import { Client } from './inbound/client.ts'
import { checkHops } from './inbound/hops.ts'
import { JsonArrayShape } from './inbound/json-array-shape.ts'
import { decodeRequestBody } from './inbound/request-body.ts'
import { newRequestId } from './inbound/request-id.ts'
import { listModels, type ModelsQuery, readModel } from './models.ts'
import { serveRealtime } from './realtime/serve-realtime.ts'
import { relay } from './relay.ts'
import type { RelayDeps } from './relay-deps.ts'
import { answerError, listShape, toRelayError } from './route-errors.ts'

/** What the routes need besides the relay itself. */
export interface RelayRouteDeps extends RelayDeps {
  readonly bodyBytesMax: number
  /** The client's address; forwarding headers count only from trusted peers. */
  readonly addressOf: (request: FastifyRequest) => string
  /** The signed-in user of the playground route. @throws AppError `not_signed_in`, `access_token_not_supported` … */
  readonly sessionOf: (request: FastifyRequest) => Promise<{ readonly userId: number }>
  readonly isReady: () => AppError | undefined
}

/** Every operation whose address says nothing about the model. */
const OPERATIONS: readonly { readonly url: string; readonly codec: Codec }[] = [
  { url: '/v1/chat/completions', codec: openaiChat },
  { url: '/v1/completions', codec: openaiCompletion },
  { url: '/v1/responses', codec: openaiResponses },
  { url: '/v1/messages', codec: anthropicMessages },
  { url: '/v1/embeddings', codec: openaiEmbedding },
  { url: '/v1/engines/:model/embeddings', codec: openaiEmbedding },
  { url: '/v1/moderations', codec: openaiModeration },
  { url: '/v1/images/generations', codec: openaiImage },
  { url: '/v1/images/edits', codec: openaiImageEdit },
  { url: '/v1/images/variations', codec: openaiImageVariation },
  { url: '/v1/audio/speech', codec: openaiSpeech },
  { url: '/v1/audio/transcriptions', codec: openaiTranscription },
  { url: '/v1/audio/translations', codec: openaiTranslation },
  { url: '/v1/rerank', codec: openaiRerank },
  { url: '/rerank', codec: openaiRerank },
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
  ['GET', '/v1/responses/:id'],
  ['DELETE', '/v1/responses/:id'],
  ['POST', '/v1/responses/:id/cancel'],
  ['GET', '/v1/responses/:id/input_items'],
  ['POST', '/v1/responses/compact'],
]

/** Audio comes in pieces of some kilobytes; nothing honest is larger. */
const REALTIME_FRAME_BYTES_MAX = 16 * 1024 * 1024

const EXPOSED_HEADERS = 'x-request-id, tollgate-translation'

/**
 * The relay's routes. Bodies stay bytes: they are parsed once, by the relay. Errors have the shape of the route's
 * protocol, whatever throws them.
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
  app.addHook('onRequest', async (request, reply) => {
    reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', EXPOSED_HEADERS)
    reply.headers(guardHeaders)
    refuseNavigation(request.headers)
  })
  const json = { onRequest: takeJsonOnly }

  for (const { url, codec } of OPERATIONS)
    app.post(url, codec.takes === 'multipart' ? {} : json, async (request, reply) =>
      run({ request, reply }, { codec, pathMembers: request.params as JsonObject }, deps),
    )
  app.post('/pg/chat/completions', json, async (request, reply) => {
    const session = await deps.sessionOf(request)
    return run({ request, reply }, { codec: openaiChat, pathMembers: {}, session }, deps)
  })
  for (const version of ['v1beta', 'v1alpha', 'v1'])
    app.post<{ Params: { '*': string } }>(`/${version}/models/*`, json, async (request, reply) =>
      runGemini(request.params['*'], { request, reply }, deps),
    )
  app.post('/v1/messages/count_tokens', json, async (request, reply) =>
    reply.send(await countTokens(request, 'messages', deps)),
  )
  app.post('/v1/responses/input_tokens', json, async (request, reply) =>
    reply.send(await countTokens(request, 'responses', deps)),
  )
  for (const url of ['/v1/models', '/v1beta/models', '/v1beta/openai/models'])
    app.get(url, async (request, reply) => reply.send(await listModels(readModelsQuery(url, request), deps)))
  for (const url of ['/v1/models/', '/v1beta/models/', '/v1beta/openai/models/'])
    app.get<{ Params: { '*': string } }>(`${url}*`, async (request, reply) =>
      reply.send(await readModel(request.params['*'], readModelsQuery(url, request), deps)),
    )
  await app.register(websocket, {
    // Sessions are ended by the relay, which charges them first.
    preClose: (done) => done(),
    options: {
      maxPayload: REALTIME_FRAME_BYTES_MAX,
      handleProtocols: (offered: Set<string>) => (offered.has('realtime') ? 'realtime' : false),
    },
  })
  app.get('/v1/realtime', { websocket: true }, (socket, request) => {
    const { headers } = request
    const session = { headers, query: readQuery(request), address: deps.addressOf(request) }
    serveRealtime(socket, session, deps).catch((error: unknown) => {
      deps.log.error({ err: error }, 'a realtime session failed')
      socket.close(1011)
    })
  })
  for (const [method, url] of NOT_IMPLEMENTED)
    app.route({
      method,
      url,
      handler: () => {
        throw new AppError('api_not_implemented')
      },
    })
  for (const url of ['/v1/*', '/v1beta/*', '/v1alpha/*', '/pg/*', '/rerank'])
    app.options(url, async (_request, reply) =>
      reply
        .header('access-control-allow-methods', 'GET, POST, DELETE, OPTIONS')
        .header('access-control-allow-headers', '*, authorization')
        .header('access-control-max-age', '86400')
        .code(204)
        .send(),
    )
}

/** One HTTP request and where its answer goes. */
interface HttpExchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** What the address of a request says: its protocol, and with some vendors its model. */
interface Addressed {
  readonly codec: Codec
  readonly pathMembers: JsonObject
  /** A console session pays. */
  readonly session?: { readonly userId: number }
}

/** Google's address says the model and what to do with it: `gemini-3.5-flash:streamGenerateContent`. */
async function runGemini(call: string, http: HttpExchange, deps: RelayRouteDeps): Promise<void> {
  const colon = call.lastIndexOf(':')
  const model = call.slice(0, colon).replace(/^models\//, '')
  switch (colon === -1 ? '' : call.slice(colon + 1)) {
    case 'generateContent':
      return run(http, { codec: geminiGenerate, pathMembers: { model, stream: false } }, deps)
    case 'streamGenerateContent':
      return run(http, { codec: geminiGenerate, pathMembers: { model, stream: true } }, deps)
    case 'embedContent':
      return run(http, { codec: geminiEmbedding, pathMembers: { model } }, deps)
    case 'batchEmbedContents':
      return run(http, { codec: geminiBatchEmbedding, pathMembers: { model } }, deps)
    case 'countTokens':
      return void http.reply.send(await countTokens(http.request, 'generate', deps))
    default:
      throw new AppError('route_not_found', {
        values: { method: 'POST', path: http.request.url.split('?')[0] ?? '' },
      })
  }
}

async function run(
  { request, reply }: HttpExchange,
  { codec, pathMembers, session }: Addressed,
  deps: RelayRouteDeps,
): Promise<void> {
  const startedMs = deps.clock.now()
  const requestId = newRequestId(startedMs)
  const notReady = deps.isReady()
  if (notReady) throw notReady
  checkHops(request.headers, deps.instanceId)
  const body = await decodeRequestBody(request.body, request.headers, deps.bodyBytesMax)
  const query = readQuery(request)
  reply.hijack()
  const isArray = codec.isAddressedByPath === true && pathMembers.stream === true && query.alt !== 'sse'
  const client = new Client(reply.raw, requestId, isArray ? new JsonArrayShape() : undefined)
  // Fastify does not send its own headers with a hijacked answer.
  reply.raw.setHeader('access-control-allow-origin', '*')
  reply.raw.setHeader('access-control-expose-headers', EXPOSED_HEADERS)
  await relay(
    {
      requestId,
      startedMs,
      path: codec.path,
      codec,
      headers: request.headers,
      query,
      body,
      pathMembers,
      address: deps.addressOf(request),
      client,
      session,
    },
    deps,
  )
}

const readModelsQuery = (url: string, request: FastifyRequest): ModelsQuery => ({
  headers: request.headers,
  query: readQuery(request),
  shape: listShape(url, request),
})

const readQuery = (request: FastifyRequest): Readonly<Record<string, string>> =>
  request.query as Record<string, string>
