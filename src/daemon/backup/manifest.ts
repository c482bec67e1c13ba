import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

/** The only format so far; the program refuses unknown formats. */
export const ARCHIVE_FORMAT = 1

export const archiveFiles = {
  manifest: 'manifest.json',
  sqlite: 'tollgate.db',
  postgres: 'tollgate.pgdump',
  key: 'secret.key',
} as const

export interface ArchivedFile {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}

/** The content of an archive, stored as its first file. */
export interface Manifest {
  readonly format: number
  readonly product: 'tollgate'
  /** Version of the program that created it. */
  readonly version: string
  /** The time at which it was created, RFC 3339. */
  readonly created: string
  readonly engine: 'sqlite' | 'postgres'
  /** Schema changes by name, oldest first. */
  readonly schema: readonly string[]
  /** Number of ledger entries and ID of the last one, which show where the archive's ledger ends. */
  readonly entries: number
  readonly last_entry_id: number
  /** ID of the key that encrypts its secrets; null if it has none. */
  readonly key_id: string | null
  /** Files in the order in which they follow in the archive. */
  readonly files: readonly ArchivedFile[]
}

export async function describeFile(path: string, name: string): Promise<ArchivedFile> {
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(createReadStream(path), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
    }
  })
  return { name, bytes, sha256: hash.digest('hex') }
}

/** Parses a manifest. @returns undefined if the text is not a manifest in a known format */
export function parseManifest(text: string): Manifest | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const given = value as Partial<Record<keyof Manifest, unknown>>
  const isText = (each: unknown): each is string => typeof each === 'string'
  const isCount = (each: unknown): boolean => Number.isSafeInteger(each) && Number(each) >= 0
  const isFile = (each: unknown): boolean => {
    const { name, bytes, sha256 } = (each ?? {}) as Partial<Record<keyof ArchivedFile, unknown>>
    return isText(name) && isCount(bytes) && isText(sha256) && /^[0-9a-f]{64}$/.test(sha256)
  }
  const isManifest =
    given.product === 'tollgate' &&
    given.format === ARCHIVE_FORMAT &&
    isText(given.version) &&
    isText(given.created) &&
    Number.isFinite(Date.parse(given.created)) &&
    (given.engine === 'sqlite' || given.engine === 'postgres') &&
    Array.isArray(given.schema) &&
    given.schema.every(isText) &&
    isCount(given.entries) &&
    isCount(given.last_entry_id) &&
    (given.key_id === null || isText(given.key_id)) &&
    Array.isArray(given.files) &&
    given.files.every(isFile)
  return isManifest ? (value as Manifest) : undefined
}
