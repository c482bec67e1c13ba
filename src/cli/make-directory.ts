import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Makes a directory and those above it that are missing. Node's own `recursive` never ends where a file system does not
 * take new directories and says that there is no such place, as `/proc` does.
 *
 * @returns the topmost directory that was made; undefined if there was nothing to make
 * @throws Error of the file system
 */
export function makeDirectory(directory: string, mode = 0o777): string | undefined {
  const path = resolve(directory)
  try {
    return makeOne(path, mode)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error
    const first = makeDirectory(dirname(path), mode)
    const made = makeOne(path, mode)
    return first ?? made
  }
}

/** Does nothing if another process has just made it. */
function makeOne(path: string, mode: number): string | undefined {
  try {
    mkdirSync(path, { mode })
    return path
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST' && statSync(path).isDirectory()
    if (!isThere) throw error
    return undefined
  }
}
