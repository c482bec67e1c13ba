import type { FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { AttemptCounts } from '../channels/attempt-counts.ts'
import type { AutomaticStatus } from '../channels/automatic-status.ts'
import type { FoundFormats } from '../channels/found-formats.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { ChangeFeed } from '../db/changes.ts'
import type { SecretBox } from '../db/secrets.ts'
import { AppError } from '../errors/app-error.ts'
import { catalogue } from '../errors/catalogue.ts'
import { inWords } from '../errors/fill-in.ts'
import { addressReader } from '../http/address-reader.ts'
import { BodyBudget } from '../http/body-budget.ts'
import { reachedAddress } from '../http/client-address.ts'
import { walletKinds } from '../ledger/credit.ts'
import type { Ledger } from '../ledger/operations.ts'
import { parseAddressList } from '../limits/address-list.ts'
import type { RateLimiter } from '../limits/rate-limiter.ts'
import type { TokenLimiter } from '../limits/token-limiter.ts'
import type { Meters } from '../meters.ts'
import type { OptionStore } from '../options/option-store.ts'
import { Roster } from '../roster.ts'
import { AnswerRoom } from '../upstream/answer-room.ts'
import { CredentialStore } from '../upstream/credentials.ts'
import { Dispatchers } from '../upstream/dispatchers.ts'
import { fetchMedia } from '../upstream/fetch-media.ts'
import { AddressGuard } from '../upstream/guarded-connector.ts'
import type { Uncovered } from '../workers/counting.ts'
import type { Siblings } from '../workers/siblings.ts'
import { Callers } from './admit/callers.ts'
import { markTokenSpent } from './admit/token-status.ts'
import { ReasoningMemory } from './call/prepare/reasoning-memory.ts'
import { withoutSecrets } from './call/upstream-errors.ts'
import { LiveStreams } from './deliver/live-streams.ts'
import { UploadIds } from './files/upload-ids.ts'
import { ClientSecrets } from './realtime/client-secrets.ts'
import { OpenSessions } from './realtime/open-sessions.ts'
import type { RelayRouteDeps } from './relay-routes.ts'
import { Health } from './route/health.ts'
import { createSnapshotStore } from './route/snapshot-store.ts'
import { RefusalLog } from './settle/refusal-log.ts'
import type { OnCharged } from './settle/settle.ts'
import { BackgroundRuns } from './stored/background.ts'
import { ConversationsStore } from './stored/conversations-store.ts'
import { ResponseEvents } from './stored/response-events.ts'
import { ResponsesStore } from './stored/responses-store.ts'
import { VendorFiles } from './stored/vendor-files.ts'
import { VendorStates } from './stored/vendor-states.ts'

/** The relay with all its state, and what a daemon needs to start and stop it. */
export interface Relay extends Omit<RelayRouteDeps, 'sessionOf'> {
  readonly dispatchers: Dispatchers
  /** Called once the status exists: the relay reports dead keys to it. */
  useStatus(status: AutomaticStatus): void
  /** Refuses every new request from now on with this error. */
  drain(error: AppError): void
  /** Resolves when no request is running; after `ms`, cuts those that are left. */
  untilIdle(ms: number): Promise<void>
  cutAll(): void
  close(): Promise<void>
}

export interface CreateRelayDeps {
  readonly config: Config
  readonly knex: Knex
  readonly secrets: SecretBox
  readonly instanceId: string
  readonly ledger: Ledger
  readonly changes: ChangeFeed
  readonly options: OptionStore
  readonly limiter: RateLimiter
  readonly tokenLimiter: TokenLimiter
  readonly uncovered: Uncovered
  readonly siblings: Siblings
  readonly clock: Clock
  readonly log: Logger
  readonly meters: Meters
  readonly version: string
  readonly formats: FoundFormats
  readonly onCharged: OnCharged
}

export async function createRelay(given: CreateRelayDeps): Promise<Relay> {
  const { config, knex, secrets, changes, options, siblings, clock, log } = given
  const health = new Health(clock, siblings)
  const live = new LiveStreams(given.ledger, clock)
  const callers = new Callers(knex, secrets, clock)
  const guard = new AddressGuard(() => parseAddressList(options.current().ChannelAddressRanges))
  const dispatchers = new Dispatchers(clock, guard, (origin, channelId) =>
    log.error(
      { channelId, origin },
      'upstream wrote an answer nobody asked for: its connections are no longer reused',
    ),
  )
  const credentials = new CredentialStore({ dispatchers, clock })
  const sessions = new OpenSessions(log)
  const addressOf = addressReader({ options, trustProxy: config.trustProxy, log })
  changes.on('token', (ref) => {
    const tokenId = ref === '' ? undefined : Number(ref)
    if (tokenId === undefined) callers.forgetAll()
    else callers.forgetToken(tokenId)
    sessions.tokenChanged(tokenId)
  })
  changes.on('user', (ref) => {
    const userId = ref === '' ? undefined : Number(ref)
    if (userId === undefined) callers.forgetAll()
    else callers.forgetUser(userId)
    sessions.userChanged(userId)
  })
  const snapshots = await createSnapshotStore({
    knex,
    secrets,
    options,
    changes,
    log,
    onChannelChanged: (channelId) => {
      health.forget(channelId)
      dispatchers.forget(channelId)
    },
  })

  const stops = new Roster<() => void>()
  const drains = new Roster<() => void>()
  const idle: (() => void)[] = []
  let running = 0
  let isCut = false
  let refusal: AppError | undefined
  let status: AutomaticStatus | undefined

  const cutAll = () => {
    isCut = true
    for (const stop of stops) stop()
  }
  return {
    snapshot: () => snapshots.current(),
    callers,
    clientSecrets: new ClientSecrets({ secrets, callers, clock }),
    sessions,
    limiter: given.limiter,
    tokenLimiter: given.tokenLimiter,
    ledger: given.ledger,
    uncovered: given.uncovered,
    health,
    attempts: new AttemptCounts({ knex, clock }),
    dispatchers,
    credentials,
    refusals: new RefusalLog({
      knex,
      clock,
      isOn: () => options.current().LogErrorEnabled,
      onFailure: (error) => log.warn({ err: error }, 'refused calls are missing in the usage log'),
    }),
    reasoning: new ReasoningMemory(clock, siblings),
    states: new VendorStates(knex, clock, siblings),
    files: new VendorFiles({ knex, secrets, clock }),
    uploads: new UploadIds({ secrets, callers, clock }),
    background: new BackgroundRuns(changes),
    responses: new ResponsesStore({ knex, secrets, changes, clock }),
    events: new ResponseEvents({ knex, secrets }),
    conversations: new ConversationsStore({ knex, secrets, clock }),
    fetchMedia: (url, meter) => {
      const { WorkerUrl, WorkerValidKey: key } = options.current()
      const worker = WorkerUrl === '' ? undefined : { url: WorkerUrl, key }
      return fetchMedia(url, { allowedRanges: config.mediaRanges, worker, meter })
    },
    live,
    clock,
    log,
    meters: given.meters,
    instanceId: given.instanceId,
    version: given.version,
    firstByteTimeoutMs: config.firstByteTimeoutMs,
    idleTimeoutMs: config.idleTimeoutMs,
    bodyBytesMax: config.bodyBytesMax,
    fileBytesMax: config.fileBytesMax,
    bodies: new BodyBudget(config.bodiesBytesMax),
    answers: new AnswerRoom(config.bodiesBytesMax),
    balanceOf: async (userId) => {
      const wallet = await knex('wallets')
        .where({ user_id: userId, kind: walletKinds.quota })
        .first('balance')
      return BigInt(wallet?.balance ?? 0)
    },
    addressOf: ({ raw }: FastifyRequest) => addressOf(raw),
    reachedAt: (request: FastifyRequest) => reachedAddress(request, config.trustProxy),
    isReady: () => refusal ?? (running < config.callsMax ? undefined : tooManyCalls(config.callsMax)),
    onCharged: given.onCharged,
    onTokenSpent: (caller, spent) => {
      markTokenSpent(knex, changes, caller, spent).catch((error: unknown) =>
        log.warn({ err: error, tokenId: caller.tokenId }, 'token status not stored'),
      )
    },
    onDeadKey: (channel, key, answer) => {
      const hasNoKeyLeft = health.putKeyAside(channel, key)
      if (!hasNoKeyLeft && channel.keys.length > 1) return
      const { failure, prepared } = answer
      const said = failure && withoutSecrets(failure, prepared)
      const reason = said?.texts ?? (said?.message || inWords('statusOnly', { status: answer.status }))
      status
        ?.disable(channel, reason)
        .catch((error: unknown) => log.error({ err: error, channelId: channel.id }, 'channel not disabled'))
    },
    onFormatFound: (channel, format) => {
      given.formats
        .remember(channel, format)
        .catch((error: unknown) =>
          log.warn({ err: error, channelId: channel.id }, 'the format of a channel is not stored'),
        )
    },
    onShutdown: (stop) => {
      const place = stops.add(stop)
      // If everything has been cut already, a request that registers now is cut as soon as it has begun.
      if (isCut) queueMicrotask(stop)
      let isKept = true
      return () => {
        if (isKept) stops.remove(place)
        isKept = false
      }
    },
    onDrain: (stop) => {
      const place = drains.add(stop)
      if (refusal) queueMicrotask(stop)
      return () => void drains.remove(place)
    },
    begin: () => {
      if (running >= config.callsMax) return tooManyCalls(config.callsMax)
      running += 1
      return undefined
    },
    ended: () => {
      running -= 1
      if (running === 0) for (const resolve of idle.splice(0)) resolve()
    },
    noteRefusal: (inbound, error) => {
      const { refused } = given.meters
      refused.set(error.code, (refused.get(error.code) ?? 0) + 1)
      const level = catalogue[error.code].log
      log[level](
        {
          requestId: inbound.requestId,
          code: error.code,
          status: error.status,
          detail: error.options.detail,
          ...(level === 'error' ? { err: error.options.cause ?? error } : {}),
        },
        'request refused',
      )
    },
    useStatus: (given) => {
      status = given
    },
    drain: (error) => {
      refusal = error
      for (const stop of drains) stop()
    },
    untilIdle: async (ms) => {
      if (running === 0) return
      const isIdle = new Promise<void>((resolve) => idle.push(resolve))
      const timer = setTimeout(cutAll, ms)
      await isIdle
      clearTimeout(timer)
    },
    cutAll,
    close: async () => {
      live.close()
      await dispatchers.close()
    },
  }
}

/** Seconds after which a refused client should try again; most answers take longer, but some call ends at any time. */
const RETRY_SECONDS = 5

const tooManyCalls = (callsMax: number): AppError =>
  new AppError('too_many_calls', {
    retryAfterSeconds: RETRY_SECONDS,
    detail: { TOLLGATE_CALLS_MAX: callsMax },
  })
