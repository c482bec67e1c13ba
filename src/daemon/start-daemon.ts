import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createPasswords, type Passwords } from './accounts/passwords.ts'
import {
  type ProviderAddresses,
  providerAddresses as publicAddresses,
} from './accounts/provider-addresses.ts'
import { readSetupCode, removeSetupCode, writeSetupCode } from './accounts/setup-code.ts'
import { build } from './app.ts'
import { BatchesStore } from './batches/batches-store.ts'
import { watchBatches } from './batches/watch-batches.ts'
import { createChannelCalls } from './channel-checks/create-channel-calls.ts'
import { createAutomaticStatus } from './channels/automatic-status.ts'
import { createFoundFormats } from './channels/found-formats.ts'
import { sealStoredProxies } from './channels/proxy-secret.ts'
import { type Clock, systemClock, unixSeconds } from './clock.ts'
import type { Config } from './config/config.ts'
import { isCounting } from './counting/count-tokens.ts'
import { announce, createChangeFeed } from './db/changes.ts'
import type { Database } from './db/database.ts'
import { openDatabase } from './db/open-database.ts'
import { storeReason } from './db/store-reason.ts'
import { openUnbooked } from './db/unbooked.ts'
import type { Texts } from './errors/reasons.ts'
import { startJobs } from './jobs/jobs.ts'
import { Allowances } from './ledger/allowances.ts'
import { createCommits } from './ledger/commits.ts'
import { retire } from './ledger/instances.ts'
import { createLedger } from './ledger/ledger.ts'
import { startRecovery } from './ledger/recovery.ts'
import { connectRedis } from './limits/connect-redis.ts'
import { createMeters } from './meters.ts'
import { createLowQuotaNotices } from './notify/low-quota.ts'
import { createOptionStore } from './options/option-store.ts'
import { type PaymentAddresses, paymentAddresses as publicPaymentAddresses } from './payments/addresses.ts'
import { createRelay } from './relay/create-relay.ts'
import { sweepFiles } from './relay/files/sweep-files.ts'
import type { Services } from './services.ts'
import { prepareStop, type Stop } from './stop-daemon.ts'
import { endLeases } from './tasks/lease.ts'
import { watchTasks } from './tasks/watch-tasks.ts'
import { version } from './version.ts'
import type { Counting } from './workers/counting.ts'
import { createCounting } from './workers/create-counting.ts'
import { noSiblings, type Siblings } from './workers/siblings.ts'

/** Interval for reading the announcements of other daemons: well below the five seconds promised for a ban. */
const POLL_MS = 2_000

const STORE_AWAY =
  'the database takes no charges: requests are refused, and what is charged waits, until it does'
const STORE_BACK = 'the database takes charges again'

/** A running daemon. */
export interface Daemon extends Stop {
  /** `http://host:port`. */
  readonly address: string
  readonly app: FastifyInstance
  readonly services: Services
  readonly log: Logger
  /** Code required to set up the site from another machine; undefined = the site is already set up. */
  readonly setupCode: string | undefined
  /** Text for people that says which database is in use. */
  readonly databaseLabel: Texts
  /**
   * Registers a listener for the case that the daemon cannot continue: the database is gone for good, or a peer
   * declared this daemon dead.
   */
  onFatal(listener: () => void): void
  /**
   * Settles the holds of a daemon on the same database that has definitely ended, without waiting for its heartbeat to
   * expire.
   */
  takeOver(instanceId: string): Promise<void>
}

/** Parts that a worker gets from its supervisor. */
export interface Team {
  readonly siblings: Siblings
  readonly counting: Counting
  /** Start time of the whole daemon, in unix seconds. */
  readonly startTime: number
}

export interface StartOptions {
  readonly log: Logger
  readonly clock?: Clock
  /** Replaces the addresses of GitHub and Linux DO in tests. */
  readonly providerAddresses?: ProviderAddresses
  /** Replaces the addresses of Stripe in tests. */
  readonly paymentAddresses?: PaymentAddresses
  /** Uses cheaper hashes in tests, which create thousands of users. */
  readonly passwords?: Passwords
  /** Replaces the package's build of the console in tests. */
  readonly consoleDirectory?: string
  /** False = no scheduled jobs; for tests, which trigger due work themselves. */
  readonly runsJobs?: boolean
  /** Set in one of several workers, which also share the port. */
  readonly team?: Team
}

/**
 * Maximum number of connections that wait to be accepted. The event loop accepts only one per turn, and Linux resets
 * connections that do not fit into the queue: with Node's default of 511, clients were cut off when many connected to a
 * busy daemon at the same time. Linux has its own limit, `net.core.somaxconn`, which is 4096 by default.
 */
const WAITING_CONNECTIONS = 4096

/**
 * Opens the database, settles what a dead predecessor left, builds the application and listens.
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

/** Callbacks for the case that the daemon cannot continue. */
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
    passwords = createPasswords(),
    consoleDirectory,
    runsJobs = true,
    team,
    onFatal,
    setFatal,
  }: StartOptions & FatalEnd,
): Promise<Daemon> {
  const { knex, secrets, instanceId } = database
  const commits = createCommits()
  const queue = createLedger(await database.createLedgerEngine(), {
    onCommitted: commits.note,
    onUnavailable: (error) => log.error({ reason: englishReason(error) }, STORE_AWAY),
    onAvailable: (awayMs) => log.warn({ seconds: Math.ceil(awayMs / 1000) }, STORE_BACK),
  })
  const ledger = new Allowances(queue, {
    instanceId,
    clock,
    log,
    isShared: database.engine === 'postgres',
    announce: async (userId) => {
      await announce(knex, 'allowance', userId, clock)
      await changes.changed('allowance', userId)
    },
    ...(database.engine === 'postgres' && config.redisUrl === undefined
      ? { poll: () => changes.poll() }
      : {}),
    isLent: async (userId) =>
      (await knex('holds').where({ user_id: userId, is_allowance: 1 }).first('id')) !== undefined,
  })
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
    onBeat: (sentMs) => ledger.noteAlive(sentMs),
  })
  // In a worker, the supervisor does the counting and talks to Redis itself.
  const redis = config.redisUrl === undefined || team ? undefined : await connectRedis(config.redisUrl, log)
  const { limiter, tokenLimiter, uncovered } = team?.counting ?? createCounting({ clock, redis })
  const siblings = team?.siblings ?? noSiblings
  const changes = await createChangeFeed(database, {
    redisUrl: config.redisUrl,
    pollMs: POLL_MS,
    siblings,
    clock,
    log,
  })
  changes.on('allowance', (ref) => (ref === '' ? ledger.forgetUser('all') : ledger.recall(Number(ref))))
  changes.on('token', (ref) => ledger.forgetToken(ref === '' ? 'all' : Number(ref)))
  changes.on('user', (ref) => ledger.forgetUser(ref === '' ? 'all' : Number(ref)))
  const options = await createOptionStore({ knex, secrets, changes, clock, log })
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
  const formats = createFoundFormats({ knex, changes })
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
    uncovered,
    siblings,
    clock,
    log,
    version,
    formats,
  })
  const vendorDeps = {
    clock,
    log,
    version,
    dispatchers: relay.dispatchers,
    credentials: relay.credentials,
  }
  const status = createAutomaticStatus({
    knex,
    secrets,
    changes,
    clock,
    options: () => options.current(),
  })
  const services: Services = {
    config,
    engine: database.engine,
    knex,
    secrets,
    passwords,
    instanceId,
    ledger,
    commits,
    changes,
    options,
    limiter,
    siblings,
    snapshot: relay.snapshot,
    health: relay.health,
    attempts: relay.attempts,
    channelCalls: createChannelCalls({
      knex,
      secrets,
      dispatchers: relay.dispatchers,
      credentials: relay.credentials,
      clock,
      version,
      channels: () => relay.snapshot().channels,
      options: () => options.current(),
      status,
      formats,
      onError: (error, channelId) =>
        log.warn({ err: error, channelId }, 'background call to a channel failed'),
    }),
    providerAddresses,
    paymentAddresses,
    tasks: watchTasks({
      knex,
      changes,
      options,
      ...vendorDeps,
      instanceId,
      channels: () => relay.snapshot().channels,
    }),
    batches: watchBatches({
      knex,
      instanceId,
      ledger,
      ...vendorDeps,
      files: relay.files,
      snapshot: relay.snapshot,
      batches: new BatchesStore({ knex, secrets }),
      meters,
      onCharged: lowQuota.noteCharge,
    }),
    fileSweep: sweepFiles({
      ...vendorDeps,
      files: relay.files,
      snapshot: relay.snapshot,
    }),
    clock,
    log,
    meters,
    version,
    startTime: team?.startTime ?? unixSeconds(clock),
  }
  relay.useStatus(status)
  const app = await build(services, relay, consoleDirectory)
  const jobs = runsJobs ? startJobs(services) : undefined
  const setupCode = await offerSetupCode(services)
  const address = {
    host: config.host,
    port: config.port,
    backlog: WAITING_CONNECTIONS,
    reusePort: team !== undefined,
  }
  await app.listen(address)
  const { stop, hurry } = prepareStop({
    app,
    relay,
    ledger,
    unbooked,
    isCounting,
    closers: [
      () => jobs?.stop(),
      () => services.tasks.end(),
      () => services.batches.end(),
      () => relay.attempts.flush(),
      () => relay.refusals.flush(),
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
    databaseLabel:
      database.engine === 'sqlite'
        ? { en: `SQLite in ${config.dataDir}`, zh: `SQLite，位于 ${config.dataDir}` }
        : { en: 'PostgreSQL', zh: 'PostgreSQL' },
    stop,
    hurry,
    onFatal: setFatal,
    async takeOver(deadId) {
      await retire(database.beats, deadId)
      await endLeases(knex, deadId)
      // Two passes, because the first may be one that began before the daemon was declared dead.
      await recovery.pass()
      await recovery.pass()
    },
  }
}

function englishReason(error: unknown): string {
  const reason = storeReason(error)
  return typeof reason === 'string' ? reason : reason.en
}

/**
 * Writes the set-up code to the data directory, or removes it once the site is set up.
 * @returns the code; undefined once the site is set up
 */
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

function readAddress(app: FastifyInstance): string {
  const { address, family, port } = app.server.address() as AddressInfo
  const host = family === 'IPv6' ? `[${address}]` : address
  return `http://${host === '0.0.0.0' || host === '[::]' ? '127.0.0.1' : host}:${port}`
}
