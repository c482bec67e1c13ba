import { spawnSync } from 'node:child_process'
import { accessSync, constants, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** An installed program that the tests start privately, and the Debian package that provides it. */
interface Program {
  readonly name: string
  readonly debianPackage: string
  /** Folders to look in before PATH. */
  folders(): string[]
}

export const postgresProgram: Program = {
  name: 'postgres',
  debianPackage: 'postgresql',
  folders: () => {
    try {
      return readdirSync('/usr/lib/postgresql')
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join('/usr/lib/postgresql', version, 'bin'))
    } catch {
      return []
    }
  },
}

export const redisProgram: Program = {
  name: 'redis-server',
  debianPackage: 'redis-server',
  folders: () => [],
}

/** Terminal for the tests of the screens. */
export const tmuxProgram: Program = { name: 'tmux', debianPackage: 'tmux', folders: () => [] }

/** Headless Chromium, the browser that the console is tested in. */
export const headlessShellProgram: Program = {
  name: 'chromium-headless-shell',
  debianPackage: 'chromium-headless-shell',
  folders: () => [],
}

/** Replaces {@link headlessShellProgram} on machines that have no package of it. */
export const chromiumProgram: Program = {
  name: 'chromium',
  debianPackage: 'chromium',
  folders: () => [],
}

/** Creates the certificates of servers that tests start. */
export const opensslProgram: Program = { name: 'openssl', debianPackage: 'openssl', folders: () => [] }

/** Used by examples in the terminal's help. */
export const jqProgram: Program = { name: 'jq', debianPackage: 'jq', folders: () => [] }

export const wrkProgram: Program = { name: 'wrk', debianPackage: 'wrk', folders: () => [] }

const isRoot = (): boolean => process.getuid?.() === 0

/** Finds the absolute path of the program; undefined if it is not installed. */
export const findProgram = (program: Program): string | undefined => {
  const folders = [
    ...program.folders(),
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/sbin',
    '/usr/local/bin',
  ]
  for (const folder of folders) {
    if (folder === '') continue
    const path = join(folder, program.name)
    try {
      accessSync(path, constants.X_OK)
      return path
    } catch {
      // Not in this folder.
    }
  }
  return undefined
}

/**
 * Installs missing programs with apt-get if this process is root and the machine is a Debian. Services that the
 * packages start by themselves are left alone and never used.
 * @throws Error with one line naming the programs and the packages that would provide them
 */
export const providePrograms = (programs: readonly Program[]): void => {
  const missing = programs.filter((program) => findProgram(program) === undefined)
  if (missing.length === 0) return
  const names = missing.map((program) => program.debianPackage)
  const apt = { name: 'apt-get', debianPackage: 'apt', folders: () => ['/usr/bin'] }
  const isServer = missing.some((program) => program === postgresProgram || program === redisProgram)
  const remedy = `install the Debian packages ${names.join(' ')}${isServer ? ', or set TOLLGATE_TEST_POSTGRES_URL and TOLLGATE_TEST_REDIS_URL' : ''}`
  if (!isRoot() || findProgram(apt) === undefined)
    throw new Error(`${missing.map((program) => program.name).join(' and ')} not found: ${remedy}.`)
  process.stderr.write(`installing Debian packages for the tests: ${names.join(' ')}\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = (...args: string[]) =>
    spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', '-q', ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    })
  const update = run('update')
  const install = run('install', '-y', '--no-install-recommends', ...names)
  const left = missing.filter((program) => findProgram(program) === undefined)
  if (left.length === 0) return
  const reason = `${update.stderr}\n${install.stderr}`.trim().split('\n').at(-1) ?? ''
  throw new Error(`apt-get could not install ${names.join(' ')} (${reason}): ${remedy}.`)
}

/**
 * Returns the user to run PostgreSQL as, because it refuses root. Undefined = the current user.
 * @throws Error if this is root and the machine has neither a `postgres` nor a `nobody` user
 */
export const unprivilegedUser = (): { uid: number; gid: number } | undefined => {
  if (!isRoot()) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const account = accounts.find((fields) => fields[0] === name)
    if (account) return { uid: Number(account[2]), gid: Number(account[3]) }
  }
  throw new Error(
    'PostgreSQL does not run as root, and this machine has neither a postgres nor a nobody user.',
  )
}
