import type { Notice, RawNotice } from '../provider.ts'
import { type Fields, fieldsOf, readFields } from './ask-stripe.ts'
import { judgeSignature } from './signature.ts'

/**
 * Metadata key of the order number at Stripe. It tells our payments from those of other programs on the same account.
 */
export const ORDER = 'tollgate_order'

const nothing: Notice = { kind: 'nothing' }
const malformed: Notice = { kind: 'refused', why: 'form', isSigned: true }

/** Reads an event. Events of other programs and unsupported event types become `nothing`. */
export function readNotice({ headers, body, nowMs }: RawNotice, secret: string): Notice {
  const header = headers['stripe-signature']
  const verdict = typeof header === 'string' ? judgeSignature(header, body, secret, nowMs) : 'wrong'
  if (verdict === 'wrong') return { kind: 'refused', why: 'signature', isSigned: false }
  if (verdict === 'too-old') return { kind: 'refused', why: 'too-old', isSigned: true }
  const { type, data } = readFields(body.toString('utf8'))
  const object = fieldsOf(fieldsOf(data).object)
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return readPaid(object)
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      const tradeNo = orderOf(object)
      return tradeNo === undefined ? nothing : { kind: 'ended', tradeNo }
    }
    case 'charge.refunded':
      return readReversal(object, object.amount_refunded, (common) => ({ kind: 'refunded', ...common }))
    case 'charge.dispute.created':
    case 'charge.dispute.closed':
      return readDispute(object, type === 'charge.dispute.closed')
    default:
      return nothing
  }
}

function readPaid(session: Fields): Notice {
  const tradeNo = orderOf(session)
  // For a payment that takes days, such as a bank transfer, another event follows when the money has arrived.
  if (tradeNo === undefined || session.payment_status === 'unpaid') return nothing
  const common = readCommon(session, session.amount_total)
  return common === undefined || session.payment_status !== 'paid'
    ? malformed
    : { kind: 'paid', tradeNo, ...common }
}

/**
 * Reads a dispute. An inquiry (`warning_…`) moves no money. A dispute moves it at once, and a won dispute moves it
 * back.
 */
function readDispute(dispute: Fields, isFinal: boolean): Notice {
  const { id, status } = dispute
  if (typeof id !== 'string' || typeof status !== 'string') return malformed
  if (!isFinal && status.startsWith('warning_')) return nothing
  const isBack = isFinal && status !== 'lost'
  return readReversal(dispute, isBack ? 0 : dispute.amount, (common) => ({
    kind: 'disputed',
    ref: id,
    isFinal,
    ...common,
  }))
}

interface Common {
  readonly paymentRef: string
  readonly money: bigint
  readonly currency: string
}

function readReversal(object: Fields, money: unknown, notice: (common: Common) => Notice): Notice {
  // Charges without a payment intent, Stripe's older form, were not made by this gateway.
  if (object.payment_intent === null) return nothing
  const common = readCommon(object, money)
  return common === undefined ? malformed : notice(common)
}

function readCommon({ payment_intent: intent, currency }: Fields, money: unknown): Common | undefined {
  const paymentRef = typeof intent === 'string' ? intent : fieldsOf(intent).id
  if (typeof paymentRef !== 'string' || paymentRef === '' || paymentRef.length > 128) return undefined
  if (typeof currency !== 'string' || !/^[a-z]{3}$/i.test(currency)) return undefined
  if (typeof money !== 'number' || !Number.isSafeInteger(money) || money < 0) return undefined
  return { paymentRef, money: BigInt(money), currency: currency.toUpperCase() }
}

function orderOf(object: Fields): string | undefined {
  const tradeNo = fieldsOf(object.metadata)[ORDER]
  return typeof tradeNo === 'string' && tradeNo !== '' ? tradeNo : undefined
}
