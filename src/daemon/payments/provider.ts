import type { IncomingHttpHeaders } from 'node:http'
import type { Options } from '../options/registry.ts'
import type { PaymentAddresses } from './addresses.ts'

/** A way to pay, as users choose it. */
export interface PaymentMethod {
  /** What the API calls it. */
  readonly name: string
  /** ISO 4217, in capital letters. */
  readonly currency: string
  /** Price of a dollar of top-up, as decimal text. */
  readonly price: string
}

/** What a provider needs to know of an order. */
export interface OrderToPay {
  readonly tradeNo: string
  readonly method: string
  /** What the user entered. */
  readonly entered: string
  /** In the smallest units of the currency. */
  readonly money: bigint
  readonly currency: string
  readonly expiresMs: number
}

/** The site that takes payments. */
export interface PaymentSite {
  readonly options: Options
  readonly addresses: PaymentAddresses
  /** Non-public networks that calls may go to, as CIDR. */
  readonly allowedRanges: readonly string[]
}

/** Where the user pays. */
export interface Checkout {
  readonly url: string
  /** Fields of the form that is submitted to `url`; empty = a link. */
  readonly fields: Readonly<Record<string, string>>
}

/** A notice as it came. */
export interface RawNotice {
  readonly method: string
  /** Without the question mark. */
  readonly query: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly nowMs: number
}

/** Why a notice is not believed. */
export type RefusalReason = 'signature' | 'merchant' | 'form' | 'too-old'

/**
 * What a notice says. Only `refused` may be forged; everything else bears the provider's signature.
 *
 * - `ended`: the order will not be paid any more.
 * - `refunded`: what was refunded of the payment in all.
 * - `disputed`: what the payer's bank holds because of a dispute.
 * - `nothing`: nothing that is of interest here.
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
      /** Whether the signature was right, so that it comes from the provider. */
      readonly isSigned: boolean
      readonly tradeNo?: string
    }

/** What the provider gets as answer to its notice. */
export interface NoticeAnswer {
  readonly status: number
  readonly text: string
}

/** What is to be sent back to the payer. */
export interface RefundToMake {
  readonly tradeNo: string
  readonly paymentRef: string
  readonly money: bigint
  /** The same for every attempt at this refund. */
  readonly key: string
}

/** A payment provider: a folder here, and a line in the registry. It knows no store and no accounts. */
export interface PaymentProvider {
  /** Stored with orders, and part of the address of its notices. Never renamed. */
  readonly name: string
  /** Empty unless everything that it needs is set. */
  methods(options: Options): readonly PaymentMethod[]
  /** Asked again for the same order, it leads to the same payment. @throws AppError `payment_failed` */
  start(order: OrderToPay, site: PaymentSite): Promise<Checkout>
  /** Only asked while {@link methods} has some. */
  readNotice(raw: RawNotice, options: Options): Notice
  /** @param isTaken false = the provider should send the notice again */
  answer(isTaken: boolean): NoticeAnswer
  /** Absent = refunds are made by hand at the provider. @throws AppError `refund_failed` */
  refund?(refund: RefundToMake, site: PaymentSite): Promise<void>
}

/** Where the provider sends its notices. */
export const noticeAddress = (provider: string, { options }: PaymentSite): string =>
  `${options.CustomCallbackAddress || options.ServerAddress}/api/user/${provider}/notify`

/** Where users come back to. */
export const returnAddress = ({ options }: PaymentSite): string => `${options.ServerAddress}/app/wallet`
