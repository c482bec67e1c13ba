import { open } from 'node:fs/promises'
import { usageError } from '../cli-error.ts'
import type { Phrase } from '../phrases/phrases.ts'
import type { NewToken } from './apply-tools.ts'

/** Receives the keys of new API tokens as they are created. */
export interface KeyFile {
  write(token: NewToken): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the file before anything is changed, so that no key is created that cannot be stored. Existing content is kept,
 * because it may be the only copy of other keys. One `name<tab>key` per line, readable by its owner only.
 *
 * @throws CliError `usage` when it cannot be written
 */
export async function openKeyFile(path: string, phrase: Phrase): Promise<KeyFile> {
  try {
    const file = await open(path, 'a', 0o600)
    await file.chmod(0o600)
    return {
      write: async ({ name, key }) => void (await file.appendFile(`${name}\t${key}\n`)),
      close: () => file.close(),
    }
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw usageError(phrase('error.writeFile', { path, reason }), { cause: error })
  }
}
