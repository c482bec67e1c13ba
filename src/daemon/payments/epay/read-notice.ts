import { areEqual } from '../../equal-secrets.ts'
import { parseMoney } from '../../money/currency.ts'
import type { Notice, RawNotice } from '../provider.ts'
import { signFields } from './signature.ts'

/** The currency of all payments through this provider. */
export const CURRENCY = 'CNY'

/** More fields than any provider sends. */
const FIELDS_MAX = 64
const REF_LENGTH_MAX = 128

/**
 * Reads a callback, whose fields are in the query (GET) or in a form (POST). A duplicate field is refused, because the
 * signature check and this reader might each use another of its values.
 */
export function readNotice(
  raw: RawNotice,
  { merchantId, key }: { readonly merchantId: string; readonly key: string },
): Notice {
  const fields = readFields(raw)
  if (fields === undefined) return { kind: 'refused', why: 'form', isSigned: false }
  const field = (name: string): string => fields.get(name) ?? ''
  const tradeNo = field('out_trade_no')
  const refuse = (why: 'merchant' | 'signature' | 'form', isSigned: boolean): Notice => ({
    kind: 'refused',
    why,
    isSigned,
    ...(tradeNo === '' ? {} : { tradeNo }),
  })
  if (field('pid') !== merchantId) return refuse('merchant', false)
  if (!areEqual(field('sign').toLowerCase(), signFields(fields, key))) return refuse('signature', false)
  if (field('trade_status') !== 'TRADE_SUCCESS') return { kind: 'nothing' }
  const paymentRef = field('trade_no')
  const money = parseMoney(field('money'), CURRENCY)
  if (money === undefined || tradeNo === '' || paymentRef === '' || paymentRef.length > REF_LENGTH_MAX)
    return refuse('form', true)
  return { kind: 'paid', tradeNo, paymentRef, money, currency: CURRENCY }
}

function readFields({ query, body }: RawNotice): ReadonlyMap<string, string> | undefined {
  const fields = new Map<string, string>()
  const text = [query, body.toString('utf8')].filter((each) => each !== '').join('&')
  for (const [name, value] of new URLSearchParams(text)) {
    if (fields.has(name) || fields.size === FIELDS_MAX) return undefined
    fields.set(name, value)
  }
  return fields
}
