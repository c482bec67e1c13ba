import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, statSync, truncateSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { whenDone } from '../support/when-done.ts'

/**
 * A folder that is a disk of its own. It needs root; there is no other full disk that a test may have.
 * @param size as `mount` reads it: 24m, 512k
 */
export const mountSmallDisk = (size: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-small-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder])
  whenDone(() => {
    execFileSync('umount', ['--lazy', folder])
    rmdirSync(folder)
  })
  return folder
}

/** Takes every byte of the disk that is left, but for these. */
export const fillDisk = (path: string, leftBytes = 0): void => {
  const file = openSync(path, 'w')
  try {
    for (let bytes = 65_536; bytes >= 1; )
      try {
        writeSync(file, Buffer.alloc(bytes, 1))
      } catch {
        bytes = Math.floor(bytes / 2)
      }
  } finally {
    closeSync(file)
  }
  if (leftBytes > 0) truncateSync(path, Math.max(0, statSync(path).size - leftBytes))
}
