import { open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { usageError } from '../cli-error.ts'
import type { Api } from '../client/api.ts'
import { clientKey } from '../commands/token/token-object.ts'
import { writeReason } from '../file-reason.ts'
import type { Phrase } from '../phrases/phrases.ts'
import type { KeyKeeper, NewToken } from './apply-tools.ts'
import { type State, stateKey } from './state.ts'

/** Receives the keys of new API tokens as they are created. */
export interface KeyFile extends KeyKeeper {
  /**
   * Adds keys that a killed run did not store.
   * @returns names of tokens whose key the server does not show any more
   */
  recover(state: State, api: Api): Promise<readonly string[]>
  /** Whether this run has added a key. */
  hasKept(): boolean
  /** Closes the file, and removes it if this run created it and it holds no key. */
  close(): Promise<void>
}

/**
 * Opens the file before anything is changed, so that no key is created that cannot be stored. Existing content is kept,
 * because it may be the only copy of other keys. Each line is `name<tab>key`, and only the owner can read the file.
 * Names of tokens whose key has not been stored yet are in a second file, `….pending`, which is removed when none are
 * left.
 *
 * @throws CliError `usage` when the file cannot be written
 */
export async function openKeyFile(path: string, phrase: Phrase): Promise<KeyFile> {
  const pendingPath = `${path}.pending`
  try {
    const isNew = (await stat(path).catch(() => undefined)) === undefined
    const file = await open(path, 'a', 0o600)
    await file.chmod(0o600)
    const expected = new Set(namesOf(await readOrEmpty(pendingPath)))
    const former = [...expected]
    let hasKept = false
    let last: Promise<void> = Promise.resolve()
    /** Serializes writes, because calls end in parallel. */
    const inTurn = (write: () => Promise<void>): Promise<void> => {
      last = last.then(write)
      return last
    }
    const writeExpected = (): Promise<void> =>
      expected.size === 0
        ? rm(pendingPath, { force: true })
        : writeFile(pendingPath, `${[...expected].join('\n')}\n`, { mode: 0o600 })
    const store = async ({ name, key }: Pick<NewToken, 'name' | 'key'>): Promise<void> => {
      await file.appendFile(`${name}\t${key}\n`)
      hasKept = true
      expected.delete(name)
    }
    return {
      expect: (names) => {
        for (const name of names) expected.add(name)
        return inTurn(writeExpected)
      },
      keep: (token) => inTurn(() => store(token)),
      async recover(state, api) {
        const stored = new Set(namesOf(await readOrEmpty(path)))
        const lost: string[] = []
        for (const name of former) {
          const id = state.get(stateKey('tokens', name))?.ids[0]
          // If there is no token, it was not created; if it has a line, its key was stored.
          if (id !== undefined && !stored.has(name)) {
            const { key } = await api.get('/api/token/{id}', { path: { id }, isLookup: true })
            if (key.includes('*')) lost.push(name)
            else await store({ name, key: clientKey(key) })
          }
          expected.delete(name)
        }
        await writeExpected()
        return lost
      },
      hasKept: () => hasKept,
      async close() {
        await inTurn(writeExpected)
        if (isNew && !hasKept) await rm(path, { force: true })
        await file.close()
      },
    }
  } catch (error) {
    const reason = writeReason(error, phrase)
    throw usageError(phrase('error.writeFile', { path, reason }), { cause: error })
  }
}

/** Returns the first column of each line. */
const namesOf = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t')[0] ?? '')

async function readOrEmpty(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}
