import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { StoreRefusal } from './store-refusal.ts'

const PROBLEM_LENGTH_MAX = 400

/**
 * Runs a PostgreSQL program on a database. The password is passed in the environment, because everyone on the machine
 * can read arguments.
 *
 * @throws StoreRefusal `program-missing`, `program-failed` with the end of its error output
 */
export async function runPostgresProgram(
  program: 'pg_dump' | 'pg_restore',
  url: string,
  args: readonly string[],
): Promise<void> {
  const child = spawn(program, args, {
    env: { ...process.env, ...connectionVariables(url), LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const failed = once(child, 'error').then(([error]) => {
    throw error
  })
  const [words, code] = await Promise.race([
    Promise.all([text(child.stderr), once(child, 'close').then(([each]) => Number(each ?? -1))]),
    failed as Promise<never>,
  ]).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new StoreRefusal('program-missing', { program })
    throw error
  })
  if (code === 0) return
  const problem = words.trim().split('\n').slice(-3).join(' ').slice(-PROBLEM_LENGTH_MAX)
  throw new StoreRefusal('program-failed', { program, problem: problem || `exit code ${code}` })
}

/** Returns libpq's variables (https://www.postgresql.org/docs/17/libpq-envars.html) for the parts of the URL. */
function connectionVariables(url: string): Record<string, string> {
  const { hostname, port, username, password, searchParams } = new URL(url)
  const given = {
    PGHOST: searchParams.get('host') ?? decodeURIComponent(hostname).replace(/^\[|\]$/g, ''),
    PGPORT: searchParams.get('port') ?? port,
    PGUSER: searchParams.get('user') ?? decodeURIComponent(username),
    PGPASSWORD: searchParams.get('password') ?? decodeURIComponent(password),
    PGDATABASE: databaseOf(url),
    PGSSLMODE: searchParams.get('sslmode') ?? '',
    PGSSLROOTCERT: searchParams.get('sslrootcert') ?? '',
    PGOPTIONS: searchParams.get('options') ?? '',
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
}

export const databaseOf = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1))
