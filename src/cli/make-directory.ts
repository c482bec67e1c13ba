import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Creates a directory and its missing parents. Node's own `recursive` option never finishes on file systems such as
 * `/proc`, which refuse new directories with ENOENT.
 *
 * @returns the topmost directory that was created; undefined if none was
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

/** Creates one directory; does nothing if another process has just created it. */
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
