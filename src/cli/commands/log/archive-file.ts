import { open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
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

const progressFile = (path: string): string => `${path}.progress`

/**
 * Writes rows as compressed JSON lines, a batch at a time. If it was interrupted, it continues where it was, with the time
 * it began with; a batch that was half written is written again.
 *
 * @param read the next rows after an ID, oldest first; none = the end
 * @throws ArchiveExistsError, and what `read` and the disk throw; then it can be continued
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
      await writeFile(progressFile(path), JSON.stringify(progress), { mode: 0o600 })
    }
  } finally {
    await file.close()
  }
  await rm(progressFile(path), { force: true })
  return { rows: progress.rows, bytes: progress.bytes, before: progress.before }
}

async function readProgress(path: string, before: number): Promise<Progress> {
  const text = await readFile(progressFile(path), 'utf8').catch(() => undefined)
  if (text !== undefined) {
    const progress = JSON.parse(text) as Progress
    await truncate(path, progress.bytes)
    return progress
  }
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  )
  if (size > 0) throw new ArchiveExistsError(path)
  return { before, afterId: 0, bytes: 0, rows: 0 }
}
