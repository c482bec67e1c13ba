import type { Options } from '../options/registry.ts'
import type { PaymentMethod, PaymentProvider } from './provider.ts'
import * as registry from './registry.ts'

const all: readonly PaymentProvider[] = Object.values(registry)

export const findProvider = (name: string): PaymentProvider | undefined =>
  all.find((provider) => provider.name === name)

/** A method together with its provider. */
export interface OfferedMethod extends PaymentMethod {
  readonly provider: PaymentProvider
}

/** Returns the ways to pay that are set up, in the order in which they are shown. */
export const offeredMethods = (options: Options): readonly OfferedMethod[] =>
  all.flatMap((provider) => provider.methods(options).map((method) => ({ ...method, provider })))
