import { createHash } from 'node:crypto'

/**
 * Computes an EPay signature: all fields except `sign`, `sign_type` and empty ones, sorted by name, joined without
 * encoding, followed by the key, as MD5 in lower-case hex.
 *
 * MD5 with the key at the end is weak by today's standards, but these providers support nothing else. A forger would
 * need the key or a second preimage; collisions alone do not help, because outsiders cannot choose the text that is
 * signed.
 */
export function signFields(fields: ReadonlyMap<string, string>, key: string): string {
  const text = [...fields]
    .filter(([name, value]) => name !== 'sign' && name !== 'sign_type' && value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return createHash('md5')
    .update(text + key, 'utf8')
    .digest('hex')
}
