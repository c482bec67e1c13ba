/** Every payment provider, in the order in which users see them. */
export { epay } from './epay/epay.ts'
export { stripe } from './stripe/stripe.ts'
