import { createHash, randomBytes } from 'node:crypto'
import { chmod, lstat, open, readFile, readlink, realpath, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { makeDirectory } from '../make-directory.ts'

/** The current state of a settings file. */
export interface ClientFile {
  /** The real path: a symbolic link stays a link, and its target is changed. */
  readonly path: string
  /** undefined = the file does not exist. */
  readonly text: string | undefined
  readonly mode: number | undefined
}

export const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

/**
 * Reads a settings file.
 * @throws TypeError for bytes that are not UTF-8, and what the file system throws
 */
export async function readClientFile(given: string): Promise<ClientFile> {
  const path = await follow(resolve(given))
  try {
    const bytes = await readFile(path)
    // A byte order mark counts as content of the file.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return { path, text, mode: (await stat(path)).mode & 0o777 }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return { path, text: undefined, mode: undefined }
  }
}

/** Resolves links, including those to a file that does not exist yet. */
async function follow(path: string, depth = 0): Promise<string> {
  const entry = await lstat(path).catch(() => undefined)
  if (entry === undefined) {
    const directory = await realpath(dirname(path)).catch(() => dirname(path))
    return join(directory, path.slice(dirname(path).length).replace(/^\/+/, ''))
  }
  if (!entry.isSymbolicLink() || depth > 40) return realpath(path)
  return follow(resolve(dirname(path), await readlink(path)), depth + 1)
}

/**
 * Replaces a file atomically, so that readers see either the old or the new one. Creates missing directories.
 * @returns the directories that were created, outermost first
 */
export async function writeClientFile(path: string, text: string, mode: number): Promise<string[]> {
  const made = makeDirectories(dirname(path))
  const draft = join(dirname(path), `.tollgate-${process.pid}-${randomBytes(4).toString('hex')}`)
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await chmod(draft, mode)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  return made
}

function makeDirectories(directory: string): string[] {
  const first = makeDirectory(directory, 0o700)
  if (first === undefined) return []
  const made = [resolve(directory)]
  for (let each = resolve(directory); each !== first; ) {
    each = dirname(each)
    made.unshift(each)
  }
  return made
}

/** Removes a file, then each of the given directories that is empty. */
export async function removeClientFile(path: string, directories: readonly string[]): Promise<void> {
  await rm(path, { force: true })
  for (const directory of directories.toReversed())
    try {
      await rmdir(directory)
    } catch {
      // The directory now contains another file, so it and its parents stay.
      return
    }
}
