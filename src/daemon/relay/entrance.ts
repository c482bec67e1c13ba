import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { AppError } from '../errors/app-error.ts'
import type { BodyBudget, BodyLease } from '../http/body-budget.ts'
import { guardHeaders } from '../http/guard-headers.ts'
import { readBody } from '../http/read-body.ts'
import type { Codec } from '../protocols/types.ts'
import { type AdmitDeps, type Entered, enter } from './admit/admit.ts'
import { type IdentifyDeps, type Identity, identify, identifySession, readKeyFor } from './admit/identify.ts'
import { refuseNavigation } from './inbound/browser-guard.ts'
import { Client, type StreamForm } from './inbound/client.ts'
import { checkHops } from './inbound/hops.ts'
import type { RefuseDeps } from './inbound/refuse.ts'
import { unpackBody } from './inbound/unpack-body.ts'
import { answerError, requestIdHeadersOf, toRelayError } from './route-errors.ts'
import type { RefusalLog } from './settle/refusal-log.ts'

export const EXPOSED_HEADERS = 'x-request-id, request-id, tollgate-translation, retry-after, x-should-retry'

export interface EntranceDeps extends IdentifyDeps, AdmitDeps, RefuseDeps {
  readonly refusals: RefusalLog
  readonly bodyBytesMax: number
  readonly bodies: BodyBudget
  /** Returns the client's address; forwarding headers count only from trusted peers. */
  readonly addressOf: (request: FastifyRequest) => string
  /**
   * Returns the signed-in user of the playground route.
   * @throws AppError `not_signed_in`, `access_token_not_supported` …
   */
  readonly sessionOf: (request: FastifyRequest) => Promise<{ readonly userId: number }>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the body of a relay request may be read. */
    entered: Entered | null
    /** The owner of its key, set before it is known whether they may make the call. */
    identity: Identity | null
    bodyLease: BodyLease | null
  }
}

interface ReadyDeps {
  readonly isReady: () => AppError | undefined
  readonly instanceId: string
}

/**
 * Refuses requests while the daemon starts or stops or is at its limit of concurrent calls, and requests that loop.
 *
 * @throws AppError `too_many_calls`, `request_loop`, and those of a start or stop
 */
export function refuseUnready({ headers }: FastifyRequest, { isReady, instanceId }: ReadyDeps): void {
  const notReady = isReady()
  if (notReady) throw notReady
  checkHops(headers, instanceId)
}

/** Runs {@link refuseUnready} as a hook. */
export const readyCheck =
  (deps: ReadyDeps): onRequestHookHandler =>
  (request, _reply, done) => {
    refuseUnready(request, deps)
    done()
  }

/**
 * Sets up the entrance of the relay's routes: no body is read, unpacked or kept in memory before the sender is known
 * and allowed to call. Bodies stay bytes: they are parsed once, by the relay. Errors have the format of the route's
 * protocol, whatever throws them.
 */
export function useEntrance(app: FastifyInstance, deps: EntranceDeps): void {
  app.decorateRequest('entered', null)
  app.decorateRequest('identity', null)
  app.decorateRequest('bodyLease', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async (request: FastifyRequest) => takeBody(request, deps))
  app.setErrorHandler((error, request, reply) => {
    request.bodyLease?.end()
    const known = toRelayError(error)
    deps.noteRefusal({ requestId: request.id }, known)
    noteInLog(request, known, deps)
    answerError(known, request, reply)
  })
  app.addHook('onRequest', (request, _reply, done) => {
    refuseNavigation(request.headers)
    done()
  })
  // Answers of the relay bypass Fastify and this hook: `relay-routes.ts` sets their headers.
  app.addHook('onSend', (request, reply, _payload, done) => {
    openToPages(request, reply)
    done()
  })
}

/** Lets scripts on other sites read the answer, and keeps browsers from showing it as a page. */
export function openToPages(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*').headers(guardHeaders).headers(requestIdHeadersOf(request))
  if (!reply.hasHeader('access-control-expose-headers'))
    reply.header('access-control-expose-headers', EXPOSED_HEADERS)
}

/** An HTTP request and its reply. */
export interface HttpExchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Takes a request over from Fastify, which then adds no headers. @returns the client, to write the answer to */
export function takeOver(
  { request, reply }: HttpExchange,
  requestIds: Readonly<Record<string, string>>,
  form?: StreamForm,
): Client {
  reply.hijack()
  const client = new Client(reply.raw, request.id, form)
  client.announce('access-control-allow-origin', '*')
  client.announce('access-control-expose-headers', EXPOSED_HEADERS)
  for (const [name, value] of Object.entries(requestIds)) client.announce(name, value)
  return client
}

/** Logs a refusal at the entrance, or in a route that does not log it otherwise. */
function noteInLog(request: FastifyRequest, error: AppError, deps: EntranceDeps): void {
  const caller = request.identity?.caller
  const group = request.entered?.group ?? caller?.userGroup ?? ''
  const address = deps.addressOf(request)
  deps.refusals.note({ requestId: request.id, caller, group, model: '', isStream: false, address }, error)
}

/** Lets in a caller once their identity is known. Waits only if something has to be looked up. */
export const enterAs =
  (
    identityOf: (request: FastifyRequest) => Identity | Promise<Identity>,
    deps: EntranceDeps,
  ): onRequestHookHandler =>
  (request, _reply, done) => {
    const found = identityOf(request)
    const entering =
      found instanceof Promise
        ? found.then((identity) => letIn(identity, request, deps))
        : letIn(found, request, deps)
    if (entering) entering.then(() => done(), done)
    else done()
  }

/** Lets in the owner of a request's key. @param readKeyOf reads it from where the route's clients put it */
export const enterByKey = (readKeyOf: (request: FastifyRequest) => string, deps: EntranceDeps) =>
  enterAs((request) => identify(readKeyOf(request), deps.callers, request.raw.socket), deps)

/** Lets in the owner of a request's key, for routes whose protocol determines where the key is. */
export const enterBy = (codecOf: (request: FastifyRequest) => Codec, deps: EntranceDeps) =>
  enterByKey((request) => readKeyFor(codecOf(request), request.headers, readQuery(request)), deps)

/** Lets in the user who is signed in at the console. */
export const enterBySession = (deps: EntranceDeps): onRequestHookHandler =>
  enterAs(async (request) => identifySession((await deps.sessionOf(request)).userId, deps), deps)

/** @returns undefined if there is nothing to wait for */
function letIn(identity: Identity, request: FastifyRequest, deps: EntranceDeps): Promise<void> | undefined {
  request.identity = identity
  const head = { headers: request.headers, address: deps.addressOf(request) }
  const entering = enter(identity, head, deps)
  if (entering instanceof Promise)
    return entering.then((entered) => {
      request.entered = entered
    })
  request.entered = entering
  return undefined
}

/** Returns the caller that was let in. */
export function enteredOf({ entered, routeOptions }: FastifyRequest): Entered {
  if (!entered) throw new Error(`The route ${routeOptions.url} has no entrance.`)
  return entered
}

export const readQuery = (request: FastifyRequest): Readonly<Record<string, string>> =>
  request.query as Record<string, string>

/** @returns undefined if the route takes no body: incoming data is dropped after the answer */
async function takeBody(request: FastifyRequest, deps: EntranceDeps): Promise<Buffer | undefined> {
  if (!request.entered) return undefined
  const { headers, raw } = request
  const lease = deps.bodies.lease()
  request.bodyLease = lease
  // Node.js is still parsing the headers. After this turn, a short body from the same packet has been parsed too.
  await undefined
  const packed = await readBody(raw, headers['content-length'], { bytesMax: deps.bodyBytesMax, lease })
  return unpackBody(packed, headers, deps.bodyBytesMax, lease)
}
