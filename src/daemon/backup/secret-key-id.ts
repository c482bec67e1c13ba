import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSecretKey } from '../db/secret-key.ts'
import { createSecretBox } from '../db/secrets.ts'

/** Returns the part of an encrypted text that identifies its key. @param sealed `v1.<key id>.…` */
export const keyIdOf = (sealed: string): string | null => /^v1\.([0-9a-f]{8})\./.exec(sealed)?.[1] ?? null

export const keyFileOf = (dataDir: string): string => join(dataDir, 'secret.key')

/** Returns the ID of a key. @param key 32 bytes */
export const idOfKey = (key: Uint8Array): string | null => keyIdOf(createSecretBox(key).seal('', 'key id'))

/**
 * Returns the key in use on this machine.
 * @returns undefined if there is none yet
 * @throws StartError if it exists but is malformed or unreadable
 */
export function findKey(dataDir: string, secretKey: string | undefined): Buffer | undefined {
  if (secretKey === undefined) {
    try {
      readFileSync(keyFileOf(dataDir))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    }
  }
  return readSecretKey({ dataDir, secretKey, mayCreate: false })
}
