import type { ServerResponse } from 'node:http'
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { AppError } from '../errors/app-error.ts'
import { preflightHeaders } from '../http/preflight-headers.ts'
import { anthropicMessages } from '../protocols/anthropic/index.ts'
import { cohereChat, cohereEmbedding, cohereRerank, firstCohereChat } from '../protocols/cohere/index.ts'
import { asText } from '../protocols/json-access.ts'
import { mistralFim } from '../protocols/mistral/index.ts'
import { ollamaChat, ollamaEmbedding, ollamaGenerate, ollamaOldEmbedding } from '../protocols/ollama/index.ts'
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
import { openaiCompaction, openaiResponses } from '../protocols/responses/index.ts'
import type { Codec, JsonObject } from '../protocols/types.ts'
import type { AnswerLease, AnswerRoom } from '../upstream/answer-room.ts'
import { readKey } from './admit/identify.ts'
import { CLOUD_ADDRESSES } from './cloud-call.ts'
import { conversationRoutes } from './conversation-routes.ts'
import { type Counted, countTokens } from './count-tokens.ts'
import { dialectOf } from './doors.ts'
import {
  type EntranceDeps,
  enterBy,
  enterByKey,
  enterBySession,
  enteredOf,
  type HttpExchange,
  readQuery,
  readyCheck,
  takeOver,
  useEntrance,
} from './entrance.ts'
import { fileRoutes } from './file-routes.ts'
import { readGeminiCall, wantsArray } from './gemini-call.ts'
import type { FileRouteDeps } from './gemini-file-routes.ts'
import { takeJsonOnly } from './inbound/browser-guard.ts'
import type { StreamShape } from './inbound/client.ts'
import { JsonArrayShape } from './inbound/json-array-shape.ts'
import { REALTIME_PATH, RESPONSES_PATH } from './inbound/socket-address.ts'
import { closeSocket } from './inbound/socket-life.ts'
import { listModels, readModel } from './models.ts'
import { ollamaRoutes } from './ollama-routes.ts'
import type { ClientSecrets } from './realtime/client-secrets.ts'
import type { OpenSessions } from './realtime/open-sessions.ts'
import { serveRealtime } from './realtime/serve-realtime.ts'
import { realtimeRoutes } from './realtime-routes.ts'
import { relay } from './relay.ts'
import type { RelayDeps } from './relay-deps.ts'
import { responseRoutes } from './response-routes.ts'
import { responseSocketRoutes } from './response-socket-routes.ts'
import { listShape, requestIdHeaders } from './route-errors.ts'

/** The dependencies of the routes, including those of the relay itself. */
export interface RelayRouteDeps extends RelayDeps, EntranceDeps, Omit<FileRouteDeps, 'checkReady'> {
  readonly isReady: () => AppError | undefined
  readonly clientSecrets: ClientSecrets
  readonly answers: AnswerRoom
  readonly sessions: OpenSessions
  /** Registers what to do when the daemon takes no new requests. @returns a function that unregisters it */
  readonly onDrain: (stop: () => void) => () => void
}

interface Served {
  readonly url: string
  readonly codec: Codec
}

/** The operations whose path does not name the model. */
const OPERATIONS: readonly Served[] = [
  { url: '/v1/chat/completions', codec: openaiChat },
  { url: '/v1/completions', codec: openaiCompletion },
  { url: '/v1/fim/completions', codec: mistralFim },
  { url: RESPONSES_PATH, codec: openaiResponses },
  { url: openaiCompaction.path, codec: openaiCompaction },
  { url: '/v1/messages', codec: anthropicMessages },
  { url: '/v1/embeddings', codec: openaiEmbedding },
  { url: '/v1/moderations', codec: openaiModeration },
  { url: '/v1/images/generations', codec: openaiImage },
  { url: '/v1/images/edits', codec: openaiImageEdit },
  { url: '/v1/images/variations', codec: openaiImageVariation },
  { url: '/v1/audio/speech', codec: openaiSpeech },
  { url: '/v1/audio/transcriptions', codec: openaiTranscription },
  { url: '/v1/audio/translations', codec: openaiTranslation },
  { url: '/v1/rerank', codec: openaiRerank },
  { url: '/rerank', codec: openaiRerank },
  { url: '/v1/chat', codec: firstCohereChat },
  { url: '/v2/chat', codec: cohereChat },
  { url: '/v2/embed', codec: cohereEmbedding },
  { url: '/v2/rerank', codec: cohereRerank },
]

/**
 * Ollama's own operations. Its server ignores the content type, and all its documentation calls it with `curl -d`,
 * which sends `application/x-www-form-urlencoded`. So any type is accepted. A page on another site can send such a
 * request without a preflight, but not with a key: these routes only accept keys in headers, which a page may set only
 * after a preflight, and never in cookies or the query.
 */
const OLLAMA_OPERATIONS: readonly Served[] = [
  { url: '/api/chat', codec: ollamaChat },
  { url: '/api/generate', codec: ollamaGenerate },
  { url: '/api/embed', codec: ollamaEmbedding },
  { url: '/api/embeddings', codec: ollamaOldEmbedding },
]

/** Operations whose path names the model: OpenAI's former format, and Azure's deployments behind their door. */
const ADDRESSED: readonly { readonly name: string; readonly codec: Codec }[] = [
  { name: 'chat/completions', codec: openaiChat },
  { name: 'completions', codec: openaiCompletion },
  { name: 'embeddings', codec: openaiEmbedding },
  { name: 'images/generations', codec: openaiImage },
  { name: 'images/edits', codec: openaiImageEdit },
  { name: 'audio/speech', codec: openaiSpeech },
  { name: 'audio/transcriptions', codec: openaiTranscription },
  { name: 'audio/translations', codec: openaiTranslation },
]

/** The operations of the console's playground, paid by the session. */
const PLAYGROUND: readonly Served[] = [
  { url: '/pg/chat/completions', codec: openaiChat },
  { url: '/pg/images/generations', codec: openaiImage },
]

/** Routes that only count tokens, by the protocol of the request that they count. */
const COUNTS: readonly { readonly url: string; readonly counted: Counted; readonly codec: Codec }[] = [
  { url: '/v1/messages/count_tokens', counted: 'messages', codec: anthropicMessages },
  { url: '/v1/responses/input_tokens', counted: 'responses', codec: openaiResponses },
]

/**
 * Endpoints that OpenAI has and the gateway does not: they answer clearly, are never charged, and do not answer with a
 * server error, which the SDKs would retry.
 */
const NOT_IMPLEMENTED: readonly (readonly [method: 'GET' | 'POST' | 'DELETE', url: string])[] = [
  ['GET', '/v1/fine-tunes'],
  ['POST', '/v1/fine-tunes'],
  ['GET', '/v1/fine-tunes/:id'],
  ['POST', '/v1/fine-tunes/:id/cancel'],
  ['GET', '/v1/fine-tunes/:id/events'],
  ['DELETE', '/v1/models/:model'],
  ['POST', '/v1/edits'],
]

/** The paths that answer preflight requests of browser clients on other sites. */
const ASKED_BY_BROWSERS = [
  ...[
    '/v1/*',
    '/v1beta/*',
    '/v1beta1/*',
    '/v1alpha/*',
    '/upload/*',
    '/pg/*',
    '/rerank',
    '/openai/*',
    '/anthropic/*',
    '/mistral/*',
    '/model/*',
    '/v2/*',
  ],
  ...['/api/chat', '/api/generate', '/api/embed', '/api/embeddings'],
  ...['/api/tags', '/api/show', '/api/version', '/api/ps'],
  ...['/mj/*', '/mj-fast/*', '/mj-relax/*', '/mj-turbo/*', '/suno/*'],
]

/** Audio comes in pieces of some kilobytes; no legitimate frame of a realtime session is larger than this. */
const REALTIME_FRAME_BYTES_MAX = 16 * 1024 * 1024
/**
 * A request slightly above the limit is still read, to send the client an error; a longer one closes the connection.
 */
const TOO_LONG_BYTES = 1024 * 1024

/** Registers the relay's routes. */
export async function relayRoutes(
  app: FastifyInstance,
  { deps }: { readonly deps: RelayRouteDeps },
): Promise<void> {
  useEntrance(app, deps)
  const checkReady = readyCheck(deps)

  const addressed = ADDRESSED.map(({ name, codec }) => ({ url: `/v1/engines/:model/${name}`, codec }))
  const serve = ({ url, codec }: Served, guards: readonly onRequestHookHandler[]) =>
    app.post(url, { onRequest: [...guards, checkReady, enterBy(() => codec, deps)] }, (request, reply) =>
      run({ request, reply }, { codec, pathMembers: request.params as JsonObject }, deps),
    )
  for (const each of [...OPERATIONS, ...addressed])
    serve(each, each.codec.takes === 'multipart' ? [] : [takeJsonOnly])
  for (const each of OLLAMA_OPERATIONS) serve(each, [])
  for (const { url, codec } of PLAYGROUND)
    app.post(url, { onRequest: [takeJsonOnly, checkReady, enterBySession(deps)] }, async (request, reply) => {
      const session = { userId: enteredOf(request).caller.userId }
      return run({ request, reply }, { codec, pathMembers: {}, session }, deps)
    })
  for (const version of ['v1beta', 'v1alpha', 'v1'])
    app.post(
      `/${version}/models/*`,
      { onRequest: [takeJsonOnly, checkReady, enterBy((request) => readGeminiCall(request).codec, deps)] },
      async (request, reply) => {
        const call = readGeminiCall(request)
        if (call.isCount) return count('generate', { request, reply }, asText(call.pathMembers.model))
        return run({ request, reply }, call, deps)
      },
    )
  for (const { url, codec, read } of CLOUD_ADDRESSES) {
    const onRequest = [takeJsonOnly, checkReady, enterBy(() => codec, deps)]
    app.post(url, { onRequest }, async (request, reply) => {
      const { pathMembers, isCount, shape } = read(request)
      if (isCount) return count('messages', { request, reply }, undefined)
      return run({ request, reply }, { codec, pathMembers, ...(shape && { shape }) }, deps)
    })
  }
  for (const { url, counted, codec } of COUNTS)
    app.post(url, { onRequest: [takeJsonOnly, enterBy(() => codec, deps)] }, async (request, reply) =>
      count(counted, { request, reply }, undefined),
    )
  for (const url of ['/v1/models', '/v1beta/models', '/api/tags']) {
    const onRequest = enterByKey(readModelsKey, deps)
    app.get(url, { onRequest }, async (request, reply) =>
      reply.send(listModels(enteredOf(request), listShape(request))),
    )
    app.get<{ Params: { '*': string } }>(`${url}/*`, { onRequest }, async (request, reply) =>
      reply.send(readModel(request.params['*'], enteredOf(request), listShape(request))),
    )
  }
  await app.register(websocket, {
    // The relay ends the sessions itself, after charging them.
    preClose: (done) => done(),
    // The client violated the protocol or the connection broke; ws closes it with the right code.
    errorHandler: (error, socket) => {
      deps.log.debug({ err: error }, 'a WebSocket broke')
      closeSocket(socket, 1002)
    },
    options: {
      maxPayload: Math.max(REALTIME_FRAME_BYTES_MAX, deps.bodyBytesMax + TOO_LONG_BYTES),
      handleProtocols: (offered: Set<string>) => (offered.has('realtime') ? 'realtime' : false),
    },
  })
  app.get(REALTIME_PATH, { websocket: true }, (socket, request) => {
    const { headers } = request
    const { deployment, ...others } = readQuery(request)
    // Azure calls the model a deployment.
    const query = deployment === undefined ? others : { model: deployment, ...others }
    const session = { headers, query, address: deps.addressOf(request), line: request.raw.socket }
    serveRealtime(socket, session, deps).catch((error: unknown) => {
      deps.log.error({ err: error }, 'a realtime session failed')
      socket.close(1011)
    })
  })
  ollamaRoutes(app, deps)
  realtimeRoutes(app, deps)
  responseSocketRoutes(app, deps)
  responseRoutes(app, deps)
  conversationRoutes(app, deps)
  fileRoutes(app, { ...deps, checkReady })
  for (const [method, url] of NOT_IMPLEMENTED)
    app.route({
      method,
      url,
      handler: () => {
        throw new AppError('api_not_implemented')
      },
    })
  for (const url of ASKED_BY_BROWSERS)
    app.options(url, async (_request, reply) => reply.headers(preflightHeaders).code(204).send())
}

/** The protocol of a request, which its path determines, and the members that the path contains, such as the model. */
interface Addressed {
  readonly codec: Codec
  readonly pathMembers: JsonObject
  /** Set if a console session pays. */
  readonly session?: { readonly userId: number }
  /** The format of the stream, if the path asks for a different one. */
  readonly shape?: StreamShape
}

const readModelsKey = (request: FastifyRequest): string =>
  readKey(request.headers, listShape(request) === 'gemini' ? readQuery(request).key : undefined)

/** @param pathModel the model in the path, if there is one */
async function count(
  counted: Counted,
  { request, reply }: HttpExchange,
  pathModel: string | undefined,
): Promise<FastifyReply> {
  const answer = await countTokens(counted, request.body, pathModel, enteredOf(request))
  request.bodyLease?.end()
  return reply.send(answer)
}

async function run(
  { request, reply }: HttpExchange,
  { codec, pathMembers, session, shape }: Addressed,
  deps: RelayRouteDeps,
): Promise<void> {
  const entered = enteredOf(request)
  const streamForm = {
    shape: shape ?? (wantsArray(request) ? new JsonArrayShape() : undefined),
    contentType: codec.streamType,
  }
  const client = takeOver({ request, reply }, requestIdHeaders(request.id, codec.errors), streamForm)
  const answerLease = deps.answers.lease()
  const inbound = {
    requestId: request.id,
    startedMs: deps.clock.now(),
    path: codec.path,
    codec,
    headers: request.headers,
    query: readQuery(request),
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    pathMembers,
    dialect: dialectOf(request.originalUrl, request.headers, codec.operation),
    address: deps.addressOf(request),
    client,
    session,
    bodyLease: request.bodyLease ?? undefined,
    answerLease,
  }
  try {
    await relay(entered, inbound, deps)
  } finally {
    endOnceSent(answerLease, reply.raw)
    request.bodyLease?.end()
  }
}

/** Ends the lease once the answer has been sent. A long answer stays in memory until a slow client has read it. */
function endOnceSent(lease: AnswerLease, response: ServerResponse): void {
  if (lease.own > 0 && !response.closed) response.once('close', () => lease.end())
  else lease.end()
}
