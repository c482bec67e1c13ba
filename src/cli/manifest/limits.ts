import type { Snapshot } from './observe.ts'
import type { Wanted } from './state.ts'

/** Limits of older servers, which do not have these settings. */
const defaults = {
  ManagementRateLimitCount: 3000,
  SecretCheckLimitCount: 60,
  TokensPerUserMax: 1000,
} as const

/** Returns a limit as it will be when objects are created, because options in the same files are written before. */
export function limitOf(
  key: keyof typeof defaults,
  { options }: Pick<Snapshot, 'options'>,
  wanted: readonly Pick<Wanted, 'kind' | 'name' | 'values'>[] = [],
): number {
  const declared = wanted.find(({ kind, name }) => kind === 'options' && name === key)?.values.value
  const value = Number(declared ?? options.get(key)?.value ?? Number.NaN)
  return Number.isFinite(value) && value > 0 ? value : defaults[key]
}
