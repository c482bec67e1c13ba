/** Base URLs of payment providers that are the same for every site. */
export interface PaymentAddresses {
  readonly stripe: string
}

/**
 * No setting and no variable changes them, because anybody who could would receive the site's secrets. Tests pass their
 * own to `startDaemon`.
 */
export const paymentAddresses: PaymentAddresses = { stripe: 'https://api.stripe.com' }
