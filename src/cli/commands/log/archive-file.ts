import { open, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'

/** How far an archive has come. It lies beside the file until the archive is whole. */
interface Progress {
  /** Unix seconds; rows before this time. */
  readonly before: number
  /** ID of the last row in the file. */
  readonly afterId: number
  /** Bytes of the file that are whole. */
  readonly bytes: number
  readonly rows: number
}

export interface ArchiveRow {
  readonly id: number
}

/** What became of an archive. */
export interface WrittenArchive {
  readonly rows: number
  readonly bytes: number
  readonly before: number
}

/** The file belongs to no archive that could be continued. */
export class ArchiveExistsError extends Error {}

/** What is known about the archive does not fit the file, so it cannot be continued. */
export class ArchiveDamagedError extends Error {}

export const progressFile = (path: string): string => `${path}.progress`

/**
 * Writes rows as compressed JSON lines, a batch at a time. If it was interrupted, it continues where it was, with the time
 * it began with; a batch that was half written is written again.
 *
 * @param read the next rows after an ID, oldest first; none = the end
 * @throws ArchiveExistsError, ArchiveDamagedError, and what `read` and the disk throw; then it can be continued
 */
export async function writeArchive(
  path: string,
  before: number,
  read: (before: number, afterId: number) => Promise<readonly ArchiveRow[]>,
): Promise<WrittenArchive> {
  let progress = await readProgress(path, before)
  const file = await open(path, 'a', 0o600)
  try {
    for (;;) {
      const rows = await read(progress.before, progress.afterId)
      const last = rows.at(-1)
      if (last === undefined) break
      // Each batch is compressed by itself: gunzip reads them as one.
      const batch = gzipSync(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
      await file.appendFile(batch)
      await file.sync()
      progress = {
        before: progress.before,
        afterId: last.id,
        bytes: progress.bytes + batch.length,
        rows: progress.rows + rows.length,
      }
      await writeProgress(path, progress)
    }
    if (progress.rows === 0) {
      // An empty file is not valid gzip, and zcat would call it damaged.
      const nothing = gzipSync('')
      await file.appendFile(nothing)
      progress = { ...progress, bytes: nothing.length }
    }
  } finally {
    await file.close()
  }
  await rm(progressFile(path), { force: true })
  return { rows: progress.rows, bytes: progress.bytes, before: progress.before }
}

/** Writes the file as a whole or not at all, because nobody could continue from half a file. */
async function writeProgress(path: string, progress: Progress): Promise<void> {
  const draft = `${progressFile(path)}.tmp`
  await writeFile(draft, JSON.stringify(progress), { mode: 0o600 })
  await rename(draft, progressFile(path))
}

async function readProgress(path: string, before: number): Promise<Progress> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  )
  const text = await readFile(progressFile(path), 'utf8').catch(() => undefined)
  if (text !== undefined) {
    const progress = parseProgress(text)
    if (progress === undefined || size < progress.bytes) throw new ArchiveDamagedError(path)
    await truncate(path, progress.bytes)
    return progress
  }
  if (size > 0) throw new ArchiveExistsError(path)
  return { before, afterId: 0, bytes: 0, rows: 0 }
}

function parseProgress(text: string): Progress | undefined {
  try {
    const { before, afterId, bytes, rows } = JSON.parse(text) as Progress
    return [before, afterId, bytes, rows].every(Number.isSafeInteger)
      ? { before, afterId, bytes, rows }
      : undefined
  } catch {
    return undefined
  }
}
