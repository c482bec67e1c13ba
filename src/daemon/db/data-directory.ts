import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Texts } from '../errors/reasons.ts'
import { startText } from '../errors/start-texts.ts'
import { refuseForeignFiles } from './own-files.ts'
import { StartError } from './start-error.ts'

/**
 * Creates the data directory if it is missing (mode 0700: it contains keys) and checks that files can be created in it.
 *
 * @returns its absolute path
 * @throws StartError if it is not a directory, if this user cannot write to it, or if it contains files that this user
 * cannot use
 */
export function prepareDataDirectory(dataDir: string): string {
  const path = resolve(dataDir)
  try {
    makeDirectory(path)
    if (!statSync(path).isDirectory()) throw new StartError(unusable(path, startText('isNoDirectory')))
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    // Permissions are not enough: the file system may be read-only or full, and root's permissions always allow
    // writing.
    const probe = join(path, `.probe-${process.pid}-${randomBytes(4).toString('hex')}`)
    try {
      writeFileSync(probe, 'tollgate', { flag: 'wx', mode: 0o600 })
    } finally {
      // On a full disk the file is there, and empty.
      rmSync(probe, { force: true })
    }
    refuseForeignFiles(path)
    return path
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    throw new StartError(unusable(path, describe(cause)), undefined, { cause })
  }
}

/**
 * Creates a directory and its missing parents. Node's own `recursive` never ends on a file system that refuses new
 * directories with ENOENT, as `/proc` does.
 */
function makeDirectory(path: string): void {
  if (existsSync(path)) return
  if (!existsSync(dirname(path))) makeDirectory(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have created it in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

const unusable = (path: string, reason: Texts | string): Texts =>
  startText('directoryUnusable', { path, reason })

const descriptions: Readonly<Record<string, Texts>> = {
  EACCES: startText('denied'),
  EPERM: startText('denied'),
  EROFS: startText('readOnly'),
  ENOSPC: startText('diskFull'),
  EDQUOT: startText('quotaUsed'),
  ENOTDIR: startText('pathHasFile'),
  EEXIST: startText('isFile'),
}

function describe(error: unknown): Texts | string {
  if (!(error instanceof Error)) return String(error)
  return descriptions[(error as NodeJS.ErrnoException).code ?? ''] ?? error.message
}
