import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Received } from './ask.ts'
import type { SigV4Account } from './verify-sigv4.ts'
import type { SparkAccount } from './verify-spark.ts'
import type { Tc3Account } from './verify-tc3.ts'
import type { VertexAccount } from './verify-vertex.ts'

export type Verdict = 'ok' | 'wrong' | 'absent'

/** Accounts whose signatures the simulator verifies; absent ones are not checked. */
export interface Verification {
  readonly sigv4?: SigV4Account
  readonly tc3?: Tc3Account
  readonly spark?: SparkAccount
  /** `id.secret`; requests have a token made from it, or the key itself. */
  readonly zhipu?: { readonly key: string }
  readonly vertex?: VertexAccount
  /** Milliseconds; for signatures that are bound to a date. Default: the clock. */
  readonly now?: () => number
}

/** The result of a verification, and the vendor's response to it. */
export interface Finding {
  readonly verdict: Verdict
  /** The vendor's code for the fault. */
  readonly code?: string
  readonly message?: string
}

export const found = { ok: { verdict: 'ok' }, absent: { verdict: 'absent' } } as const satisfies Record<
  string,
  Finding
>

export const wrong = (message: string, code?: string): Finding => ({
  verdict: 'wrong',
  message,
  ...(code === undefined ? {} : { code }),
})

export const sha256Hex = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')

export const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest()

export const isSame = (left: string, right: string): boolean => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

export const headerOf = (headers: Received['headers'], name: string): string | undefined => {
  const value = headers[name]
  return Array.isArray(value) ? value.join(',') : value
}

/** Parses the parameters of `SCHEME Name=value, Name=value`. */
export const authorizationParts = (
  header: string,
  scheme: string,
): ReadonlyMap<string, string> | undefined => {
  if (!header.startsWith(`${scheme} `)) return undefined
  const pairs = header.slice(scheme.length + 1).split(',')
  return new Map(
    pairs.map((pair): [string, string] => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
    }),
  )
}
