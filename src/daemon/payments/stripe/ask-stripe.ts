import { AppError } from '../../errors/app-error.ts'
import { askPublic, FetchRefused } from '../../upstream/fetch-public.ts'
import type { PaymentSite } from '../provider.ts'

const BYTES_MAX = 262_144
const TIMEOUT_MS = 20_000

export type Fields = Readonly<Record<string, unknown>>

export interface StripeAnswer {
  readonly status: number
  /** Empty when the answer is no JSON object. */
  readonly fields: Fields
}

/** A call that changes something. */
export interface StripeCall {
  readonly path: string
  readonly form: Readonly<Record<string, string>>
  /** Stripe does what was asked for with the same key once, and repeats its answer for a day. */
  readonly key: string
}

/**
 * Calls Stripe. Two calls are all that is needed, and notices need one HMAC; Stripe's own library brings every other call
 * along, and a client that does not keep to our rules for connections.
 *
 * @throws AppError `payment_failed` if it cannot be reached
 */
export async function askStripe(
  { path, form, key }: StripeCall,
  { options, addresses, allowedRanges }: PaymentSite,
): Promise<StripeAnswer> {
  try {
    const { status, bytes } = await askPublic(
      `${addresses.stripe}${path}`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${options.StripeSecretKey}`,
          'content-type': 'application/x-www-form-urlencoded',
          'idempotency-key': key,
        },
        body: new URLSearchParams(form).toString(),
      },
      { accept: 'application/json', allowedRanges, bytesMax: BYTES_MAX, timeoutMs: TIMEOUT_MS },
    )
    return { status, fields: readFields(bytes.toString('utf8')) }
  } catch (cause) {
    if (!(cause instanceof FetchRefused)) throw cause
    throw new AppError('payment_failed', { cause, detail: { provider: 'stripe', why: cause.message } })
  }
}

/** A JSON object. Empty for anything else. */
export function readFields(text: string): Fields {
  try {
    return fieldsOf(JSON.parse(text))
  } catch {
    return {}
  }
}

/** The value if it is an object; otherwise one without members. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

/** What Stripe calls the error, without its text, which may quote the key. */
export function errorOf({ status, fields }: StripeAnswer): string {
  const { type, code } = fieldsOf(fields.error)
  return [status, type, code].filter((each) => typeof each === 'string' || each === status).join(' ')
}
