import { createHash } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, relative, resolve, sep } from 'node:path'
import { CliError, usageError } from '../cli-error.ts'
import { type Io, readAll, textOf } from '../io.ts'
import type { Phrase } from '../phrases/phrases.ts'
import type { Tell } from './texts.ts'

/** One file of a manifest. */
export interface SourceFile {
  /** Name for messages: the path relative to the current directory, `-` for standard input. */
  readonly name: string
  /** Path relative to the named file or directory, with `/`; the same in every checkout. */
  readonly path: string
  readonly text: string
}

const FILE_MAX = 4 * 1024 * 1024
const FILES_MAX = 500

/**
 * Reads the arguments of `-f`: files, directories with all their .yaml and .yml files, `-` for standard input. JSON
 * files in a directory may be anything (such as a cloud account's key), so they are read only when named.
 *
 * @throws CliError `usage` for files that cannot be read, are too large, or contain no manifest
 */
export async function readSourceFiles(
  paths: readonly string[],
  { io, phrase, tell }: { readonly io: Io; readonly phrase: Phrase; readonly tell: Tell },
): Promise<readonly SourceFile[]> {
  const found = (await Promise.all(paths.map((path) => listFiles(path, phrase)))).flat()
  const unique = [...new Map(found.toReversed().map((each) => [resolve(each.name), each])).values()].reverse()
  if (unique.length === 0)
    throw usageError(tell('noFiles', { path: paths.join(', ') }), { hint: tell('noFilesHint') })
  if (unique.length > FILES_MAX) throw usageError(tell('tooManyFiles', { max: FILES_MAX }))
  const files: SourceFile[] = []
  for (const { name, path } of unique)
    files.push({ name, path, text: await readSource(name, io, phrase, tell) })
  return files
}

type ListedFile = Omit<SourceFile, 'text'>

async function listFiles(path: string, phrase: Phrase): Promise<ListedFile[]> {
  if (path === '-') return [{ name: '-', path: '-' }]
  try {
    if (!(await stat(path)).isDirectory()) return [{ name: path, path: basename(path) }]
    const entries = await readdir(path, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => isManifest(entry, path))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((name) => ({ name, path: relative(path, name).split(sep).join('/') }))
  } catch (error) {
    throw unreadable(path, error, phrase)
  }
}

const isManifest = (entry: Dirent, root: string): boolean =>
  /\.ya?ml$/i.test(entry.name) &&
  !entry.isDirectory() &&
  !join(entry.parentPath.slice(root.length), entry.name)
    .split(/[\\/]/)
    .some((part) => part.startsWith('.'))

async function readSource(name: string, io: Io, phrase: Phrase, tell: Tell): Promise<string> {
  let text: string
  try {
    if (name !== '-' && (await stat(name)).size > FILE_MAX) throw tooLarge(name, tell)
    text = name === '-' ? await readAll(io.stdin) : textOf(await readFile(name))
  } catch (error) {
    throw error instanceof CliError ? error : unreadable(name, error, phrase)
  }
  if (text.length > FILE_MAX) throw tooLarge(name, tell)
  return text
}

const tooLarge = (name: string, tell: Tell): CliError =>
  usageError(tell('fileTooLarge', { path: name, max: FILE_MAX / 1024 / 1024 }))

function unreadable(path: string, error: unknown, phrase: Phrase): CliError {
  const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  return usageError(phrase('error.readFile', { path, reason }), { cause: error })
}

/**
 * Returns a digest that changes when a file is added, renamed or edited, but is the same in another checkout: paths are
 * relative to the named file or directory, and line endings are ignored.
 */
export function digestOf(files: readonly SourceFile[]): string {
  const hash = createHash('sha256')
  for (const { path, text } of files) {
    const content = text.replaceAll('\r\n', '\n')
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}
