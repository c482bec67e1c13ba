import { AppError } from '../../errors/app-error.ts'
import { askPublic, FetchRefused } from '../../upstream/fetch-public.ts'
import type { PaymentSite } from '../provider.ts'

const BYTES_MAX = 262_144
const TIMEOUT_MS = 20_000

export type Fields = Readonly<Record<string, unknown>>

export interface StripeAnswer {
  readonly status: number
  /** Empty if the response is not a JSON object. */
  readonly fields: Fields
}

/** A call that changes something at Stripe. */
export interface StripeCall {
  readonly path: string
  readonly form: Readonly<Record<string, string>>
  /** Idempotency key: Stripe executes calls with the same key only once and repeats its response for a day. */
  readonly key: string
}

/**
 * Calls Stripe. The gateway needs only two calls, and one HMAC for events; Stripe's own library would bring all other
 * calls along, and an HTTP client that does not follow the gateway's rules for connections.
 *
 * @throws AppError `payment_failed` if Stripe cannot be reached
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

/** Parses a JSON object. Returns an empty one for anything else. */
export function readFields(text: string): Fields {
  try {
    return fieldsOf(JSON.parse(text))
  } catch {
    return {}
  }
}

/** Returns the value if it is an object, otherwise an empty object. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

/** Returns Stripe's classification of the error, without its text, which may quote the key. */
export function errorOf({ status, fields }: StripeAnswer): string {
  const { type, code } = fieldsOf(fields.error)
  return [status, type, code].filter((each) => typeof each === 'string' || each === status).join(' ')
}
