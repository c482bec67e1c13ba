import { randomBytes } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

// Random bytes are drawn in bulk: one system call for 256 ids instead of one each.
let pool = Buffer.alloc(0)
let offset = 0

/**
 * A new request id: `req_`, ten characters of time, sixteen random ones (Crockford base 32, so that ids sort by time).
 * Hold, ledger entry, log row and `x-request-id` all use it.
 */
export function newRequestId(nowMs = Date.now()): string {
  if (offset + 16 > pool.length) {
    pool = randomBytes(4096)
    offset = 0
  }
  let text = ''
  let time = nowMs
  for (let i = 0; i < 10; i += 1) {
    text = ALPHABET.charAt(time % 32) + text
    time = Math.floor(time / 32)
  }
  for (let i = 0; i < 16; i += 1) text += ALPHABET.charAt((pool[offset + i] ?? 0) & 31)
  offset += 16
  return `req_${text}`
}
