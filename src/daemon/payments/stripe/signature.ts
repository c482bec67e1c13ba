import { createHmac } from 'node:crypto'
import { areEqual } from '../../equal-secrets.ts'

/** Older events are refused, because they may be replayed recordings. Stripe's own libraries use the same tolerance. */
const TOLERANCE_S = 300

export type SignatureVerdict = 'right' | 'wrong' | 'too-old'

/**
 * Checks the header `Stripe-Signature`: `t=<unix seconds>,v1=<hex>`, with one `v1` for each secret that is valid while
 * secrets are being rotated. The signed text is `<t>.<raw body>`.
 *
 * @see https://docs.stripe.com/webhooks#verify-manually
 */
export function judgeSignature(
  header: string,
  body: Buffer,
  secret: string,
  nowMs: number,
): SignatureVerdict {
  const parts = header.split(',').map((part): [string, string] => {
    const at = part.indexOf('=')
    return [part.slice(0, at).trim(), part.slice(at + 1).trim()]
  })
  const times = parts.filter(([name]) => name === 't').map(([, value]) => value)
  const [time = ''] = times
  if (times.length !== 1 || !/^\d{1,12}$/.test(time)) return 'wrong'
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex')
  const matches = parts.filter(([name, value]) => name === 'v1' && areEqual(value, expected))
  if (matches.length === 0) return 'wrong'
  return Math.abs(nowMs / 1000 - Number(time)) <= TOLERANCE_S ? 'right' : 'too-old'
}
