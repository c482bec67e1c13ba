import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { startText } from '../errors/start-texts.ts'
import { exitCodes, StartError } from './start-error.ts'
import { storeReason } from './store-reason.ts'

const secretKeyBytes = 32
const fileName = 'secret.key'

export interface SecretKeySource {
  readonly dataDir: string
  /** TOLLGATE_SECRET_KEY, which takes precedence over the file. */
  readonly secretKey: string | undefined
  /** False once the store contains encrypted texts: a new key could not decrypt them, so none is created. */
  readonly mayCreate: boolean
}

/**
 * Reads the key, or creates it. @throws StartError if it is malformed, unreadable, unwritable, or missing although
 * needed
 */
export function readSecretKey({ dataDir, secretKey, mayCreate }: SecretKeySource): Buffer {
  if (secretKey !== undefined) return decodeVariable(secretKey)
  const path = join(dataDir, fileName)
  const stored = readKeyFile(path)
  if (stored !== undefined) return stored
  if (!mayCreate) throw new StartError(startText('keyMissing', { path }), exitCodes.configuration)
  return createKeyFile(dataDir, path)
}

/**
 * Decodes 32 bytes from 64 hex digits, or from base64 or base64url with or without padding; undefined = none of these.
 */
function decodeKey(text: string): Buffer | undefined {
  const trimmed = text.trim()
  if (/^[0-9a-fA-F]{64}$/.test(trimmed)) return Buffer.from(trimmed, 'hex')
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed)) return Buffer.from(trimmed, 'base64')
  return undefined
}

function decodeVariable(text: string): Buffer {
  const key = decodeKey(text)
  if (key) return key
  throw new StartError(
    startText('keyVariable', { bytes: secretKeyBytes, length: text.trim().length }),
    exitCodes.configuration,
  )
}

function decodeFile(path: string): Buffer {
  const key = decodeKey(readFileSync(path, 'utf8'))
  if (key) return key
  throw new StartError(startText('keyFile', { path, bytes: secretKeyBytes }), exitCodes.configuration)
}

function readKeyFile(path: string): Buffer | undefined {
  try {
    // A key that others can read is as good as published. Restore the mode instead of refusing to start, because
    // copying a data directory is the usual way to lose it.
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600)
    return decodeFile(path)
  } catch (error) {
    if (error instanceof StartError) throw error
    if (isCode(error, 'ENOENT')) return undefined
    throw new StartError(startText('keyUnreadable', { path, reason: storeReason(error) }), undefined, {
      cause: error,
    })
  }
}

/**
 * Creates the key file under a temporary name, syncs it, then links it: a reader of `secret.key` sees a whole key or
 * none, and if two daemons start at once (PostgreSQL), one wins and both use its key.
 */
function createKeyFile(dataDir: string, path: string): Buffer {
  const key = randomBytes(secretKeyBytes)
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    const file = openSync(draft, 'wx', 0o600)
    try {
      writeSync(file, `${key.toString('hex')}\n`)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    try {
      linkSync(draft, path)
    } finally {
      unlinkSync(draft)
    }
    syncDirectory(dataDir)
    return key
  } catch (error) {
    if (isCode(error, 'EEXIST')) return decodeFile(path)
    throw new StartError(startText('keyUnwritable', { path, reason: storeReason(error) }), undefined, {
      cause: error,
    })
  }
}

/** Syncs a directory. Otherwise a power loss could remove the new name, and with it every secret encrypted since. */
function syncDirectory(path: string): void {
  const directory = openSync(path, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === code
