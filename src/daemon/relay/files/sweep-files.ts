import type { Logger } from 'pino'
import { unixSeconds } from '../../clock.ts'
import type { Snapshot } from '../route/snapshot.ts'
import { type AskAccountDeps, askAccount } from '../stored/ask-account.ts'
import type { VendorFile, VendorFiles } from '../stored/vendor-files.ts'
import { aboutFile, isGone } from './about-file.ts'

export interface SweepFilesDeps extends AskAccountDeps {
  readonly files: VendorFiles
  readonly snapshot: () => Snapshot
  readonly clock: { now(): number }
  readonly log: Logger
}

/** Deletes files that deleted users left at vendors. */
export interface FileSweep {
  /**
   * Makes one pass over all these files. Does not reject if a vendor fails.
   * @param signal aborted when the daemon stops
   */
  pass(signal?: AbortSignal): Promise<void>
}

/** A batch may take a day, and its vendor reads the files until it ends. */
const GRACE_SECONDS = 86_400
const AT_ONCE = 100

export function sweepFiles(deps: SweepFilesDeps): FileSweep {
  const { files, clock, log } = deps

  const remove = async (file: VendorFile): Promise<void> => {
    const { place, protocol } = file
    try {
      const snapshot = deps.snapshot()
      const about = { ...aboutFile(file, 'DELETE'), headers: HEADERS[protocol] }
      const answer = await askAccount(place, about, snapshot, deps)
      // A disabled channel may be enabled again. Once a channel is deleted, nobody can reach its files.
      const isOver = answer ? answer.status < 300 || isGone(answer) : !snapshot.channels.has(place.channelId)
      if (isOver) await files.forget(file)
    } catch (error) {
      log.warn({ err: error, channelId: place.channelId }, 'a file of a deleted user could not be deleted')
    }
  }

  return {
    async pass(signal) {
      const deletedBefore = unixSeconds(clock) - GRACE_SECONDS
      let after = ''
      while (!signal?.aborted) {
        const left = await files.leftBy({ deletedBefore, after, limit: AT_ONCE })
        for (const file of left) if (!signal?.aborted) await remove(file)
        const last = left.at(-1)
        if (!last) return
        after = last.id
      }
    },
  }
}

/** Headers that every client of a vendor's file API must send. */
const HEADERS: Readonly<Record<VendorFile['protocol'], Readonly<Record<string, string>>>> = {
  openai: {},
  anthropic: { 'anthropic-version': '2023-06-01', 'anthropic-beta': 'files-api-2025-04-14' },
  gemini: {},
}
