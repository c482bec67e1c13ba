import { accessSync, chownSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from './start-error.ts'

/** The files of a daemon in its data directory. Backups and former stores may be there too. */
const OURS = /^(tollgate\.(db|db-wal|db-shm|lock)|secret\.key|setup-code|unbooked[.-].+)$/
/** The daemon only reads it, so an operator may have made it read-only. */
const KEY_FILE = 'secret.key'

/**
 * Refuses a data directory with files that this user may not use, usually because Tollgate has run as root before.
 *
 * @throws StartError that names them and the command that helps
 */
export function refuseForeignFiles(dataDir: string): void {
  const foreign = readdirSync(dataDir).filter((name) => OURS.test(name) && !isUsable(dataDir, name))
  if (foreign.length === 0) return
  const owner = [process.getuid?.(), process.getgid?.()].join(':')
  throw new StartError(
    `This user may not read and write ${foreign.join(', ')} in ${dataDir}; often Tollgate has run as root before. As root, run "chown -R ${owner} ${dataDir} && chmod -R u+rw ${dataDir}", which gives them to this user.`,
  )
}

function isUsable(dataDir: string, name: string): boolean {
  const path = join(dataDir, name)
  try {
    accessSync(path, name === KEY_FILE ? constants.R_OK : constants.R_OK | constants.W_OK)
    return true
  } catch {
    // Somebody may have deleted it meanwhile.
    return !existsSync(path)
  }
}

/** Root gives the files that it puts into the data directory of a service to that service. Other users cannot give files away. */
export function giveToOwnerOf(dataDir: string, paths: readonly string[]): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dataDir)
  for (const path of paths) if (existsSync(path)) chownSync(path, uid, gid)
}
