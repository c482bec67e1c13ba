import { parseArgs } from 'node:util'
import type { Texts } from '../errors/reasons.ts'
import { startText } from '../errors/start-texts.ts'
import { readDatabaseUrl, readRanges, readRedisUrl } from './addresses.ts'
import { ConfigError } from './config-error.ts'
import { bodyLimitsOf, crowdLimitsOf, type Machine, readMachine } from './memory-limits.ts'

/** More workers are not worth it: each has a dozen connections to the database. */
const WORKERS_MAX = 64
/**
 * How long official clients wait for the first byte and between bytes. A shorter limit would cut off responses that
 * they still wait for.
 */
const CLIENT_PATIENCE_MS = 600_000

/** OpenAI accepts files of 512 MB, Anthropic of 500 MB; a form is a little larger than its file. */
const FILE_BYTES_MAX = 537_919_488

/** All external settings of the daemon, read once at start. */
export interface Config {
  readonly host: string
  readonly port: number
  readonly dataDir: string
  /** `postgres://…`; undefined = SQLite in the data directory. */
  readonly databaseUrl: string | undefined
  readonly redisUrl: string | undefined
  /** 32 bytes in hex or base64; undefined = a key file in the data directory. */
  readonly secretKey: string | undefined
  /** Ranges whose forwarding headers are trusted. */
  readonly trustProxy: readonly string[]
  /** Non-public ranges that links in requests may lead to. */
  readonly mediaRanges: readonly string[]
  readonly logLevel: string
  readonly logFormat: 'json' | 'pretty'
  readonly metricsToken: string | undefined
  /** How long browsers must use https after they have used it once (HSTS); 0 = the header is not sent. */
  readonly hstsSeconds: number
  /** How long open streams may continue after SIGTERM. */
  readonly drainSeconds: number
  /** Limits for the first byte from upstreams and for the silence between bytes. */
  readonly firstByteTimeoutMs: number
  readonly idleTimeoutMs: number
  readonly bodyBytesMax: number
  /** Maximum size of a file that is passed on to a vendor; it is never in memory as a whole. */
  readonly fileBytesMax: number
  /**
   * Limit for all request bodies in memory at once. All long responses together may take the same amount in addition.
   */
  readonly bodiesBytesMax: number
  /** Maximum number of concurrent calls: requests for models, tasks and Realtime sessions that hold money. */
  readonly callsMax: number
  /** Maximum number of client connections. */
  readonly connectionsMax: number
  /** Number of processes that serve the port; 1 = only this one. More need PostgreSQL. */
  readonly workers: number
}

/**
 * Reads the configuration. Flags take precedence over the environment, and the environment over defaults.
 * @throws ConfigError with one line that names the variable and the form it should have
 */
export function readConfig(
  argv: readonly string[],
  variables: NodeJS.ProcessEnv,
  isTerminal: boolean,
  machine: Machine = readMachine(),
): Config {
  const env = withoutBlanks(variables)
  const { values } = parseArgs({
    args: [...argv],
    options: {
      host: { type: 'string' },
      port: { type: 'string' },
      data: { type: 'string' },
      workers: { type: 'string' },
    },
    strict: true,
    allowPositionals: true,
  })
  const integer = (
    name: string,
    text: string | undefined,
    fallback: number,
    [min, max]: [number, number],
  ) => {
    if (text === undefined || text === '') return fallback
    const value = Number(text)
    if (text.trim() === '' || !Number.isInteger(value) || value < min || value > max)
      throw new ConfigError(startText('integer', { name, min, max, text, hint: hintFor(text) }))
    return value
  }
  const databaseUrl = readDatabaseUrl(env.TOLLGATE_DATABASE_URL)
  const workers = integer('TOLLGATE_WORKERS / --workers', values.workers ?? env.TOLLGATE_WORKERS, 1, [
    1,
    WORKERS_MAX,
  ])
  if (workers > 1 && databaseUrl === undefined)
    throw new ConfigError(startText('workersNeedPostgres', { workers }))
  const logFormat = env.TOLLGATE_LOG_FORMAT || (isTerminal ? 'pretty' : 'json')
  if (logFormat !== 'json' && logFormat !== 'pretty')
    throw new ConfigError(startText('logFormat', { text: logFormat }))
  const logLevel = env.TOLLGATE_LOG_LEVEL || 'info'
  if (!['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'].includes(logLevel))
    throw new ConfigError(startText('logLevel', { text: logLevel }))
  const limits = bodyLimitsOf(machine)
  const crowd = crowdLimitsOf(machine)
  const callsMax = integer('TOLLGATE_CALLS_MAX', env.TOLLGATE_CALLS_MAX, crowd.callsMax, [1, 1_000_000])
  const bodyBytesMax = integer(
    'TOLLGATE_BODY_BYTES_MAX',
    env.TOLLGATE_BODY_BYTES_MAX,
    limits.bodyBytesMax,
    [1024, 536_870_912],
  )
  return {
    host: values.host ?? (env.TOLLGATE_HOST || '127.0.0.1'),
    port: integer('TOLLGATE_PORT / --port', values.port ?? env.TOLLGATE_PORT, 3000, [0, 65535]),
    dataDir: values.data ?? (env.TOLLGATE_DATA_DIR || './data'),
    databaseUrl,
    redisUrl: readRedisUrl(env.TOLLGATE_REDIS_URL),
    secretKey: env.TOLLGATE_SECRET_KEY,
    trustProxy: readRanges('TOLLGATE_TRUST_PROXY', env.TOLLGATE_TRUST_PROXY),
    mediaRanges: readRanges('TOLLGATE_MEDIA_RANGES', env.TOLLGATE_MEDIA_RANGES),
    logLevel,
    logFormat,
    metricsToken: env.TOLLGATE_METRICS_TOKEN,
    hstsSeconds: integer('TOLLGATE_HSTS_SECONDS', env.TOLLGATE_HSTS_SECONDS, 0, [0, 63_072_000]),
    drainSeconds: integer('TOLLGATE_DRAIN_SECONDS', env.TOLLGATE_DRAIN_SECONDS, 600, [0, 86_400]),
    firstByteTimeoutMs: integer(
      'TOLLGATE_FIRST_BYTE_TIMEOUT_MS',
      env.TOLLGATE_FIRST_BYTE_TIMEOUT_MS,
      CLIENT_PATIENCE_MS,
      [1, 3_600_000],
    ),
    idleTimeoutMs: integer(
      'TOLLGATE_IDLE_TIMEOUT_MS',
      env.TOLLGATE_IDLE_TIMEOUT_MS,
      CLIENT_PATIENCE_MS,
      [1, 3_600_000],
    ),
    bodyBytesMax,
    fileBytesMax: integer(
      'TOLLGATE_FILE_BYTES_MAX',
      env.TOLLGATE_FILE_BYTES_MAX,
      FILE_BYTES_MAX,
      [1024, 17_179_869_184],
    ),
    bodiesBytesMax: integer(
      'TOLLGATE_BODIES_BYTES_MAX',
      env.TOLLGATE_BODIES_BYTES_MAX,
      Math.max(bodyBytesMax, limits.bodiesBytesMax),
      [bodyBytesMax, 1_099_511_627_776],
    ),
    callsMax,
    connectionsMax: integer(
      'TOLLGATE_CONNECTIONS_MAX',
      env.TOLLGATE_CONNECTIONS_MAX,
      Math.max(callsMax, crowd.connectionsMax),
      [callsMax, 10_000_000],
    ),
    workers,
  }
}

/**
 * Trims the variables, because env files from Windows end each line with a carriage return. An empty variable counts as
 * unset.
 */
function withoutBlanks(variables: NodeJS.ProcessEnv): Partial<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, text]) => {
      const trimmed = name.startsWith('TOLLGATE_') ? text?.trim() : undefined
      return trimmed ? [[name, trimmed]] : []
    }),
  )
}

/**
 * Returns a hint for a value set by Kubernetes, which sets variables for each service of a namespace. For a service
 * called tollgate, one of them is TOLLGATE_PORT.
 */
const hintFor = (text: string): Texts | string =>
  /^(tcp|udp):\/\//.test(text) ? startText('kubernetes') : ''
