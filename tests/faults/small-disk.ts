import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, statSync, truncateSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { whenDone } from '../support/when-done.ts'

/**
 * Mounts a small separate disk and returns its folder. Needs root; no other way gives a test a full disk.
 * @param size in the form that `mount` reads: 24m, 512k
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

/** Fills the disk, leaving only `leftBytes` free. */
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
