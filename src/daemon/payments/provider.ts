import type { IncomingHttpHeaders } from 'node:http'
import type { Options } from '../options/registry.ts'
import type { PaymentAddresses } from './addresses.ts'

/** A way to pay that users can choose. */
export interface PaymentMethod {
  /** Name of the method in the API. */
  readonly name: string
  /** ISO 4217, in capital letters. */
  readonly currency: string
  /** Price of a dollar of top-up, as decimal text. */
  readonly price: string
}

/** The details of an order that a provider needs. */
export interface OrderToPay {
  readonly tradeNo: string
  readonly method: string
  /** The amount that the user entered. */
  readonly entered: string
  /** In the smallest units of the currency. */
  readonly money: bigint
  readonly currency: string
  readonly expiresMs: number
}

/** Settings and networks of the site that receives the payments. */
export interface PaymentSite {
  readonly options: Options
  readonly addresses: PaymentAddresses
  /** Non-public networks that calls may go to, as CIDR. */
  readonly allowedRanges: readonly string[]
}

/** The page at which the user pays. */
export interface Checkout {
  readonly url: string
  /** Fields of the form that is submitted to `url`; empty = a link. */
  readonly fields: Readonly<Record<string, string>>
}

/** A callback as it was received. */
export interface RawNotice {
  readonly method: string
  /** Without the question mark. */
  readonly query: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly nowMs: number
}

/** The reason why a callback is refused. */
export type RefusalReason = 'signature' | 'merchant' | 'form' | 'too-old'

/**
 * The meaning of a callback. Only `refused` may be forged; all others carry a valid signature of the provider.
 *
 * - `ended`: the order can no longer be paid.
 * - `refunded`: the total that was refunded of the payment.
 * - `disputed`: the amount that the payer's bank holds because of a dispute.
 * - `nothing`: an event that does not matter to the gateway.
 */
export type Notice =
  | {
      readonly kind: 'paid'
      readonly tradeNo: string
      readonly paymentRef: string
      readonly money: bigint
      readonly currency: string
    }
  | { readonly kind: 'ended'; readonly tradeNo: string }
  | {
      readonly kind: 'refunded'
      readonly paymentRef: string
      readonly money: bigint
      readonly currency: string
    }
  | {
      readonly kind: 'disputed'
      readonly paymentRef: string
      readonly ref: string
      readonly money: bigint
      readonly currency: string
      readonly isFinal: boolean
    }
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'refused'
      readonly why: RefusalReason
      /** Whether the signature was valid, so that the callback really comes from the provider. */
      readonly isSigned: boolean
      readonly tradeNo?: string
    }

/** The response to a callback. */
export interface NoticeAnswer {
  readonly status: number
  readonly text: string
}

/** A refund to request from the provider. */
export interface RefundToMake {
  readonly tradeNo: string
  readonly paymentRef: string
  readonly money: bigint
  /** Idempotency key: the same for every attempt at this refund. */
  readonly key: string
}

/**
 * A payment provider: a folder in `payments` and a line in the registry. It accesses neither the database nor accounts.
 */
export interface PaymentProvider {
  /** Stored with orders, and part of the callback URL. Never renamed. */
  readonly name: string
  /** Returns the ways to pay; empty unless every setting that the provider needs is set. */
  methods(options: Options): readonly PaymentMethod[]
  /** Starts a payment. Further calls for the same order lead to the same payment. @throws AppError `payment_failed` */
  start(order: OrderToPay, site: PaymentSite): Promise<Checkout>
  /** Reads a callback. Only called while {@link methods} returns at least one. */
  readNotice(raw: RawNotice, options: Options): Notice
  /** Returns the response to a callback. @param isTaken false = the provider should send the callback again */
  answer(isTaken: boolean): NoticeAnswer
  /** Refunds a payment. Absent = refunds are made by hand at the provider. @throws AppError `refund_failed` */
  refund?(refund: RefundToMake, site: PaymentSite): Promise<void>
}

/** Returns the URL to which the provider sends its callbacks. */
export const noticeAddress = (provider: string, { options }: PaymentSite): string =>
  `${options.CustomCallbackAddress || options.ServerAddress}/api/user/${provider}/notify`

/** Returns the URL to which users return after paying. */
export const returnAddress = ({ options }: PaymentSite): string => `${options.ServerAddress}/app/wallet`
