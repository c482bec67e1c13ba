import { chmodSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CliError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { writeReason } from '../file-reason.ts'
import { makeDirectory } from '../make-directory.ts'
import type { Phrase } from '../phrases/phrases.ts'
import { homeOf } from './home.ts'

/** A server that the user has signed in to. */
export interface StoredContext {
  readonly url: string
  readonly token?: string
  /** ID of the access token that `login` created; `logout` revokes it. */
  readonly tokenId?: number
  readonly user?: { readonly id: number; readonly username: string; readonly role: number }
}

export interface StoredContexts {
  readonly current?: string
  readonly contexts: Readonly<Record<string, StoredContext>>
}

/** The file that holds contexts and their credentials; mode 0600. */
export interface ContextFile {
  readonly path: string
  /** Reads the file. @throws CliError `contexts_unreadable` when it exists but cannot be parsed */
  read(): Promise<StoredContexts>
  /**
   * Replaces the file atomically, so that an interrupted write leaves the old one.
   * @throws CliError `contexts_unwritable`, such as in a container whose home is read-only
   */
  write(contexts: StoredContexts): Promise<void>
}

/** Returns `TOLLGATE_CONFIG_DIR`, or `tollgate` in the user's configuration directory. */
export const configDirectory = (env: NodeJS.ProcessEnv): string =>
  env.TOLLGATE_CONFIG_DIR || join(env.XDG_CONFIG_HOME || join(homeOf(env), '.config'), 'tollgate')

export function createContextFile(env: NodeJS.ProcessEnv, phrase: Phrase): ContextFile {
  const directory = configDirectory(env)
  const path = join(directory, 'contexts.json')
  return {
    path,
    async read() {
      let text: string
      try {
        // Read synchronously: the file is small, and loading `node:fs/promises` takes longer than reading it.
        text = readFileSync(path, 'utf8')
      } catch (error) {
        if (isMissing(error)) return { contexts: {} }
        throw unreadable(path, error, phrase)
      }
      // A backup or an editor may have widened the mode, but only the owner may read the tokens in the file.
      if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600)
      return parse(text, path, phrase)
    },
    async write(contexts) {
      try {
        makeDirectory(directory, 0o700)
        const draft = `${path}.${process.pid}.tmp`
        writeFileSync(draft, `${JSON.stringify(contexts, null, 2)}\n`, { mode: 0o600 })
        renameSync(draft, path)
      } catch (error) {
        throw unwritable(path, error, phrase)
      }
    },
  }
}

function unwritable(path: string, error: unknown, phrase: Phrase): CliError {
  const reason = writeReason(error, phrase)
  return new CliError('contexts_unwritable', exitCodes.failed, phrase('error.writeFile', { path, reason }), {
    hint: phrase('hint.contextsPlace'),
    cause: error,
  })
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

const unreadable = (path: string, cause: unknown, phrase: Phrase): CliError =>
  new CliError('contexts_unreadable', exitCodes.failed, phrase('error.contextsUnreadable', { path }), {
    hint: phrase('hint.contextsUnreadable'),
    cause,
  })

function parse(text: string, path: string, phrase: Phrase): StoredContexts {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw unreadable(path, error, phrase)
  }
  if (typeof value !== 'object' || value === null || !('contexts' in value) || !isContexts(value.contexts))
    throw unreadable(path, undefined, phrase)
  const current = 'current' in value && typeof value.current === 'string' ? { current: value.current } : {}
  return { ...current, contexts: value.contexts }
}

const isContexts = (value: unknown): value is StoredContexts['contexts'] =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every(
    (each) => typeof each === 'object' && each !== null && 'url' in each && typeof each.url === 'string',
  )
