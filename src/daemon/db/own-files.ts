import { accessSync, chownSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { startText } from '../errors/start-texts.ts'
import { StartError } from './start-error.ts'

/** Files that the daemon keeps in its data directory, which may also contain backups and old stores. */
const OURS = /^(tollgate\.(db|db-wal|db-shm|lock)|secret\.key|setup-code|unbooked[.-].+)$/
/** The daemon only reads the key file, so operators may make it read-only. */
const KEY_FILE = 'secret.key'

/**
 * Refuses a data directory that contains files which this user cannot use, usually because Tollgate was run as root
 * before.
 *
 * @throws StartError that names the files and the command that fixes it
 */
export function refuseForeignFiles(dataDir: string): void {
  const foreign = readdirSync(dataDir).filter((name) => OURS.test(name) && !isUsable(dataDir, name))
  if (foreign.length === 0) return
  const owner = [process.getuid?.(), process.getgid?.()].join(':')
  throw new StartError(startText('foreignFiles', { files: foreign, owner, dataDir }))
}

function isUsable(dataDir: string, name: string): boolean {
  const path = join(dataDir, name)
  try {
    accessSync(path, name === KEY_FILE ? constants.R_OK : constants.R_OK | constants.W_OK)
    return true
  } catch {
    // The file may have been deleted in the meantime.
    return !existsSync(path)
  }
}

/**
 * Gives files that root wrote into a data directory to the owner of the directory. Other users cannot change owners.
 */
export function giveToOwnerOf(dataDir: string, paths: readonly string[]): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dataDir)
  for (const path of paths) if (existsSync(path)) chownSync(path, uid, gid)
}
