import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { type ArchivedFile, archiveFiles, type Manifest, parseManifest } from './manifest.ts'
import { reasonOf, StoreRefusal } from './store-refusal.ts'

/** A manifest lists a few files and all schema changes; this is many times what it needs. */
const MANIFEST_BYTES_MAX = 1_048_576

/**
 * Writes `manifest.json` and the files it names to one compressed tar, mode 0600, either completely or not at all.
 *
 * @param sources the current path of each file in the manifest
 * @param workshop a directory on the same disk for the archive while it is written; removed by the caller
 * @throws StoreRefusal `exists` if the file exists and may not be replaced; errors of the file system
 */
export async function writeArchive(
  path: string,
  manifest: Manifest,
  sources: Readonly<Record<string, string>>,
  workshop: string,
  mayReplace: boolean,
): Promise<void> {
  const draft = join(workshop, 'archive.partial')
  const tar = pack()
  const fill = async (): Promise<void> => {
    const mtime = new Date(manifest.created)
    const document = `${JSON.stringify(manifest, null, 2)}\n`
    tar.entry({ name: archiveFiles.manifest, mode: 0o600, mtime }, document)
    for (const { name, bytes } of manifest.files)
      await pipeline(
        createReadStream(sources[name] ?? ''),
        tar.entry({ name, size: bytes, mode: 0o600, mtime }),
      )
    tar.finalize()
  }
  const write = pipeline(
    tar,
    createGzip(),
    createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
  )
  await Promise.all([
    write,
    fill().catch((error: unknown) => {
      tar.destroy(error instanceof Error ? error : new Error(String(error)))
      throw error
    }),
  ])
  await publish(draft, path, mayReplace)
}

/** Publishes the archive. Creating a link fails if the file exists, even in a race; a rename would replace it. */
async function publish(draft: string, path: string, mayReplace: boolean): Promise<void> {
  try {
    if (mayReplace) await rename(draft, path)
    else await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new StoreRefusal('exists', { path })
    throw error
  }
  await syncDirectory(dirname(path))
}

/** Syncs a directory, because otherwise a power loss may lose a new name. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

/**
 * Unpacks an archive into `directory` and compares every byte with the manifest. Names in the archive cannot choose a
 * path: only those in {@link archiveFiles} are accepted.
 *
 * @throws StoreRefusal `archive` if it is not ours, is cut short, or was changed
 */
export async function readArchive(path: string, directory: string): Promise<Manifest> {
  const refuse = (problem: string, cause?: unknown): StoreRefusal =>
    new StoreRefusal('archive', { path, problem }, cause)
  const tar = extract()
  let manifest: Manifest | undefined
  const seen = new Set<string>()
  const unpack = async (): Promise<void> => {
    for await (const entry of tar) {
      const { name, size = 0 } = entry.header
      if (manifest === undefined) {
        if (name !== archiveFiles.manifest || size > MANIFEST_BYTES_MAX)
          throw refuse('it does not begin with a manifest')
        manifest = parseManifest(await text(entry))
        if (manifest === undefined) throw refuse('its manifest is of a form this version does not know')
        continue
      }
      const expected = manifest.files.find((each) => each.name === name)
      if (expected === undefined || seen.has(name) || !Object.values<string>(archiveFiles).includes(name))
        throw refuse(`it holds ${JSON.stringify(name)}, which its manifest does not name`)
      seen.add(name)
      if (size !== expected.bytes || (await unpackFile(entry, join(directory, name))) !== expected.sha256)
        throw refuse(`${name} is not what its manifest says`)
    }
  }
  try {
    await Promise.all([
      pipeline(createReadStream(path), createGunzip(), tar),
      unpack().catch((error: unknown) => {
        tar.destroy(error instanceof Error ? error : new Error(String(error)))
        throw error
      }),
    ])
  } catch (error) {
    if (error instanceof StoreRefusal) throw error
    const { code = '' } = error as NodeJS.ErrnoException
    // Disk errors are not the archive's fault.
    if (/^E(NOENT|ACCES|PERM|ISDIR|NOSPC|DQUOT|ROFS|IO)$/.test(code)) throw error
    throw refuse(reasonOf(error), error)
  }
  if (manifest === undefined) throw refuse('it is empty')
  const missing = missingOf(manifest.files, seen)
  if (missing !== undefined) throw refuse(`${missing} is missing`)
  return manifest
}

const missingOf = (files: readonly ArchivedFile[], seen: ReadonlySet<string>): string | undefined =>
  files.find(({ name }) => !seen.has(name))?.name

/** Unpacks one file. @returns SHA-256 of its content */
async function unpackFile(entry: AsyncIterable<unknown>, path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(
    entry as AsyncIterable<Buffer>,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  )
  return hash.digest('hex')
}
