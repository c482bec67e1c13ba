import { open, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'

/** Progress of an archive, stored next to its file until the archive is complete. */
interface Progress {
  /** Unix seconds; only rows before this time are archived. */
  readonly before: number
  /** ID of the last row in the file. */
  readonly afterId: number
  /** Number of bytes of the file that are complete. */
  readonly bytes: number
  readonly rows: number
}

export interface ArchiveRow {
  readonly id: number
}

/** The result of writing an archive. */
export interface WrittenArchive {
  readonly rows: number
  readonly bytes: number
  readonly before: number
}

/** The file exists but does not belong to an archive that can be continued. */
export class ArchiveExistsError extends Error {}

/** The file does not match the recorded progress, so the archive cannot be continued. */
export class ArchiveDamagedError extends Error {}

export const progressFile = (path: string): string => `${path}.progress`

/**
 * Writes rows as compressed JSON lines, one batch at a time. An interrupted archive is continued with the time limit it
 * started with; a half-written batch is written again.
 *
 * @param read returns the next rows after an ID, oldest first; none = the end
 * @throws ArchiveExistsError, ArchiveDamagedError, and the errors of `read` and the disk, after which the archive can
 * be continued
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
      // Each batch is compressed separately; gunzip reads the concatenation as one file.
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
      // An empty file is not valid gzip, and zcat would report it as damaged.
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

/** Writes the progress atomically, because an archive cannot be continued from an incomplete file. */
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
