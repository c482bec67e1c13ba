/** A whole document, or the requested part of it. */
export interface Cut {
  readonly status: 200 | 206 | 416
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/**
 * Returns the part of a document that a `Range` header requests. Headers that cannot be parsed, and lists of ranges,
 * are ignored, as RFC 9110 (14.2) allows.
 */
export function cutRange(bytes: Buffer, range: string | undefined): Cut {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range?.trim() ?? '')
  const [, first = '', last = ''] = match ?? []
  if (!match || (first === '' && last === '')) return whole(bytes)
  const from = first === '' ? Math.max(0, bytes.length - Number(last)) : Number(first)
  const to = first === '' || last === '' ? bytes.length - 1 : Math.min(Number(last), bytes.length - 1)
  if (first !== '' && last !== '' && Number(last) < from) return whole(bytes)
  if (from > to)
    return { status: 416, headers: { 'content-range': `bytes */${bytes.length}` }, body: NOTHING }
  return {
    status: 206,
    headers: { 'content-range': `bytes ${from}-${to}/${bytes.length}`, 'accept-ranges': 'bytes' },
    body: bytes.subarray(from, to + 1),
  }
}

const NOTHING = Buffer.alloc(0)

const whole = (body: Buffer): Cut => ({ status: 200, headers: { 'accept-ranges': 'bytes' }, body })
