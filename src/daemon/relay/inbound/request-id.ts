import { randomBytes } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

// Random bytes are drawn in bulk: one system call for 256 ids instead of one each.
let pool = Buffer.alloc(0)
let offset = 0

/**
 * Creates a request id: `req_`, ten characters of time, sixteen random ones (Crockford base 32, so that ids sort by
 * time). The hold, ledger entry, log row and `x-request-id` all use it.
 */
export function newRequestId(nowMs = Date.now()): string {
  if (offset + 16 > pool.length) {
    pool = randomBytes(4096)
    offset = 0
  }
  if (nowMs !== startMs) {
    id.write(`req_${timeText(nowMs)}`, 'latin1')
    startMs = nowMs
  }
  for (let at = START_LENGTH; at < ID_LENGTH; at += 1) {
    id[at] = LETTERS[(pool[offset] ?? 0) & 31] ?? 0
    offset += 1
  }
  return id.toString('latin1')
}

/** The length of `req_` and the time. */
const START_LENGTH = 14
const ID_LENGTH = 30
const LETTERS = Buffer.from(ALPHABET)
/**
 * The buffer in which ids are written, because building a string letter by letter is slow. Keeps the start for the
 * current millisecond.
 */
const id = Buffer.alloc(ID_LENGTH)
let startMs = Number.NaN

function timeText(nowMs: number): string {
  let text = ''
  let time = nowMs
  for (let i = 0; i < 10; i += 1) {
    text = ALPHABET.charAt(time % 32) + text
    time = Math.floor(time / 32)
  }
  return text
}
