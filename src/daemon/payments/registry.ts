/** Every payment provider. */
export { epay } from './epay/epay.ts'
