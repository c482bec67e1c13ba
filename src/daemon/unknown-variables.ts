import { similarNames } from './relay/route/similar-names.ts'

/**
 * The variables that `readConfig` reads. `tests/daemon/unknown-variables.test.ts` compares them with the table in
 * README.
 */
export const daemonVariables = [
  'TOLLGATE_HOST',
  'TOLLGATE_PORT',
  'TOLLGATE_DATA_DIR',
  'TOLLGATE_DATABASE_URL',
  'TOLLGATE_REDIS_URL',
  'TOLLGATE_WORKERS',
  'TOLLGATE_SECRET_KEY',
  'TOLLGATE_TRUST_PROXY',
  'TOLLGATE_MEDIA_RANGES',
  'TOLLGATE_LOG_LEVEL',
  'TOLLGATE_LOG_FORMAT',
  'TOLLGATE_METRICS_TOKEN',
  'TOLLGATE_HSTS_SECONDS',
  'TOLLGATE_DRAIN_SECONDS',
  'TOLLGATE_FIRST_BYTE_TIMEOUT_MS',
  'TOLLGATE_IDLE_TIMEOUT_MS',
  'TOLLGATE_BODY_BYTES_MAX',
  'TOLLGATE_FILE_BYTES_MAX',
  'TOLLGATE_BODIES_BYTES_MAX',
  'TOLLGATE_CALLS_MAX',
  'TOLLGATE_CONNECTIONS_MAX',
] as const

/**
 * Variables that do not belong to the daemon: those of the CLI, of manifests, of clients and of the tests, and those
 * that Kubernetes sets for a service called tollgate.
 */
const others =
  /^TOLLGATE_((URL|TOKEN|CONTEXT|CONFIG_DIR|OUTPUT|TIMEOUT|LANG|NO_INPUT|DEBUG|REEXEC|KEY|CODEX_KEY)$|(CHANNEL|USER|OPTION|TEST|SERVICE|PORT)_)/

/**
 * Returns a warning for each variable that looks like one of the daemon's but is not. With a typo in its name, a daemon
 * meant for PostgreSQL would otherwise silently start on an empty SQLite file.
 */
export function unknownVariables(env: NodeJS.ProcessEnv): readonly string[] {
  return Object.keys(env)
    .filter((name) => /^TOLLGATE_/i.test(name) && !isKnown(name))
    .sort()
    .map((name) => {
      const meant = similarNames(name, daemonVariables)
      const question = meant.length === 0 ? '' : ` Did you mean ${meant.join(' or ')}?`
      return `${name} is set, but Tollgate reads no variable of this name.${question}`
    })
}

const known: ReadonlySet<string> = new Set(daemonVariables)
const isKnown = (name: string): boolean => known.has(name) || others.test(name)
