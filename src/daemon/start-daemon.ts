import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import {
  type ProviderAddresses,
  providerAddresses as publicAddresses,
} from './accounts/provider-addresses.ts'
import { readSetupCode, removeSetupCode, writeSetupCode } from './accounts/setup-code.ts'
import { build } from './app.ts'
import { createChannelCalls } from './channel-checks/create-channel-calls.ts'
import { createAutomaticStatus } from './channels/automatic-status.ts'
import { sealStoredProxies } from './channels/proxy-secret.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config/config.ts'
import { createChangeFeed } from './db/changes.ts'
import type { Database } from './db/database.ts'
import { openDatabase } from './db/open-database.ts'
import { openUnbooked } from './db/unbooked.ts'
import { startJobs } from './jobs/jobs.ts'
import { createCommits } from './ledger/commits.ts'
import { createLedger } from './ledger/ledger.ts'
import { startRecovery } from './ledger/recovery.ts'
import { createRateLimiter } from './limits/rate-limiter.ts'
import { createTokenLimiter } from './limits/token-limiter.ts'
import { createMeters } from './meters.ts'
import { createLowQuotaNotices } from './notify/low-quota.ts'
import { createOptionStore } from './options/option-store.ts'
import { type PaymentAddresses, paymentAddresses as publicPaymentAddresses } from './payments/addresses.ts'
import { createRelay } from './relay/create-relay.ts'
import type { Services } from './services.ts'
import { prepareStop, type Stop } from './stop-daemon.ts'
import { watchTasks } from './tasks/watch-tasks.ts'
import { version } from './version.ts'

/** How often the announcements of other daemons are read: well below the five seconds promised for a ban. */
const POLL_MS = 2_000

/** A running daemon. */
export interface Daemon extends Stop {
  /** `http://host:port`. */
  readonly address: string
  readonly app: FastifyInstance
  readonly services: Services
  readonly log: Logger
  /** What setting up from elsewhere takes; undefined = the site is set up. */
  readonly setupCode: string | undefined
  /** For people: which store is in use. */
  readonly databaseLabel: string
  /** Called when the daemon cannot go on: the store is gone for good, or a peer declared this daemon dead. */
  onFatal(listener: () => void): void
}

export interface StartOptions {
  readonly log: Logger
  readonly clock?: Clock
  /** Instead of GitHub and Linux DO; for tests. */
  readonly providerAddresses?: ProviderAddresses
  /** Instead of Stripe; for tests. */
  readonly paymentAddresses?: PaymentAddresses
  /** Another build of the console than the package's; for tests. */
  readonly consoleDirectory?: string
  /** False = nothing runs by the clock; for tests, which say themselves when something is due. */
  readonly runsJobs?: boolean
}

/**
 * Opens the store, settles what a dead predecessor left, builds the application and listens.
 * @throws StartError with one line and an exit code when the start must be refused
 */
export async function startDaemon(config: Config, options: StartOptions): Promise<Daemon> {
  const { log } = options
  let fatal: (() => void) | undefined
  const onFatal = () => fatal?.()
  const database = await openDatabase({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    secretKey: config.secretKey,
    log,
    onFatal,
  })
  try {
    return await start(config, database, {
      ...options,
      onFatal,
      setFatal: (listener) => {
        fatal = listener
      },
    })
  } catch (error) {
    await database.close()
    throw error
  }
}

/** The end that nobody asked for. */
interface FatalEnd {
  readonly onFatal: () => void
  readonly setFatal: (listener: () => void) => void
}

async function start(
  config: Config,
  database: Database,
  {
    log,
    clock = systemClock,
    providerAddresses = publicAddresses,
    paymentAddresses = publicPaymentAddresses,
    consoleDirectory,
    runsJobs = true,
    onFatal,
    setFatal,
  }: StartOptions & FatalEnd,
): Promise<Daemon> {
  const { knex, secrets, instanceId } = database
  const commits = createCommits()
  const ledger = createLedger(await database.createLedgerEngine(), { onCommitted: commits.note })
  const unbooked = await openUnbooked({ dataDir: config.dataDir, knex, secrets, instanceId, log })
  await unbooked.book(ledger)
  const recovery = await startRecovery({
    engine: database.engine,
    knex,
    beats: database.beats,
    ledger,
    instanceId,
    clock,
    log,
    onFenced: onFatal,
  })
  const redis = config.redisUrl === undefined ? undefined : connectRedis(config.redisUrl, log)
  const changes = await createChangeFeed(database, { redisUrl: config.redisUrl, pollMs: POLL_MS, clock, log })
  const options = await createOptionStore({ knex, secrets, changes, clock, log })
  const limiter = createRateLimiter({ clock, ...(redis ? { redis } : {}) })
  const tokenLimiter = createTokenLimiter({ clock, redis })
  const meters = createMeters()
  const lowQuota = createLowQuotaNotices({
    knex,
    secrets,
    options,
    clock,
    log,
    allowedRanges: config.mediaRanges,
  })
  await sealStoredProxies(knex, secrets)
  const relay = await createRelay({
    onCharged: lowQuota.noteCharge,
    meters,
    config,
    knex,
    secrets,
    instanceId,
    ledger,
    changes,
    options,
    limiter,
    tokenLimiter,
    clock,
    log,
    version,
  })
  const status = createAutomaticStatus({ knex, changes, clock, options: () => options.current() })
  const services: Services = {
    config,
    engine: database.engine,
    knex,
    secrets,
    instanceId,
    ledger,
    commits,
    changes,
    options,
    limiter,
    snapshot: relay.snapshot,
    health: relay.health,
    attempts: relay.attempts,
    channelCalls: createChannelCalls({
      knex,
      dispatchers: relay.dispatchers,
      credentials: relay.credentials,
      clock,
      version,
      channels: () => relay.snapshot().channels,
      options: () => options.current(),
      status,
      onError: (error, channelId) =>
        log.warn({ err: error, channelId }, 'background call to a channel failed'),
    }),
    providerAddresses,
    paymentAddresses,
    tasks: watchTasks({
      knex,
      changes,
      options,
      clock,
      log,
      instanceId,
      version,
      dispatchers: relay.dispatchers,
      credentials: relay.credentials,
      channels: () => relay.snapshot().channels,
    }),
    redis,
    clock,
    log,
    meters,
    version,
    startTime: Math.floor(clock.now() / 1000),
  }
  relay.useStatus(status)
  const app = await build(services, relay, consoleDirectory)
  const jobs = runsJobs ? startJobs(services) : undefined
  const setupCode = await offerSetupCode(services)
  await app.listen({ host: config.host, port: config.port })
  const { stop, hurry } = prepareStop({
    app,
    relay,
    ledger,
    unbooked,
    closers: [
      () => jobs?.stop(),
      () => services.tasks.end(),
      () => relay.attempts.flush(),
      () => lowQuota.close(),
      () => recovery.stop(),
      () => relay.close(),
      () => changes.close(),
      () => redis?.disconnect(),
      () => database.close(),
    ],
    log,
  })
  return {
    address: readAddress(app),
    app,
    services,
    log,
    setupCode,
    databaseLabel: database.engine === 'sqlite' ? `SQLite in ${config.dataDir}` : 'PostgreSQL',
    stop,
    hurry,
    onFatal: setFatal,
  }
}

/** @returns the set-up code, which also lies in the data directory now; undefined once the site is set up */
async function offerSetupCode({
  knex,
  secrets,
  config,
  log,
}: Pick<Services, 'knex' | 'secrets' | 'config' | 'log'>): Promise<string | undefined> {
  const isSetUp = (await knex('setup').where({ id: 1 }).first('id')) !== undefined
  const code = isSetUp ? undefined : await readSetupCode(knex, secrets)
  const filed = code === undefined ? removeSetupCode(config.dataDir) : writeSetupCode(config.dataDir, code)
  await filed.catch((error: unknown) =>
    log.warn({ err: error }, 'the file with the set-up code in the data directory could not be changed'),
  )
  return code
}

/** Redis only ever makes things faster: no queue of commands for one that is away, no waiting for it. */
function connectRedis(url: string, log: Logger): Redis {
  const redis = new Redis(url, { enableOfflineQueue: false, commandTimeout: 500, maxRetriesPerRequest: 0 })
  redis.on('error', (error: Error) => log.warn({ err: error.message }, 'Redis is not reachable'))
  return redis
}

function readAddress(app: FastifyInstance): string {
  const { address, family, port } = app.server.address() as AddressInfo
  const host = family === 'IPv6' ? `[${address}]` : address
  return `http://${host === '0.0.0.0' || host === '[::]' ? '127.0.0.1' : host}:${port}`
}
