import { given } from '../../client/ensure.ts'
import type { OptionShape, ValuesOf } from '../../define-command.ts'
import { expiryOf } from '../../input/parsers.ts'

/** Flags for the period in which a code can be redeemed. `--from` and `--until` are the short forms. */
export const periodOptions = {
  validFrom: {
    flag: '--valid-from <when>',
    help: {
      en: 'Valid from: 2026-12-31, or never for immediately',
      zh: '生效时间：2026-12-31，never 为立即生效',
    },
    parse: expiryOf('--valid-from'),
  },
  validUntil: {
    flag: '--valid-until <when>',
    help: { en: 'Valid until: 30d, 2026-12-31, never', zh: '过期时间：30d、2026-12-31、never' },
    parse: expiryOf('--valid-until'),
  },
  from: {
    flag: '--from <when>',
    help: { en: 'Same as --valid-from', zh: '同 --valid-from' },
    parse: expiryOf('--from'),
    isHidden: true,
  },
  until: {
    flag: '--until <when>',
    help: { en: 'Same as --valid-until', zh: '同 --valid-until' },
    parse: expiryOf('--until'),
    isHidden: true,
  },
} as const satisfies Readonly<Record<string, OptionShape>>

type PeriodValues = ValuesOf<typeof periodOptions, Readonly<Record<never, never>>>

/** Returns the times that were given, named as in the contract: unix seconds, 0 = not set. */
export function readPeriod({ validFrom, validUntil, from, until }: PeriodValues): {
  valid_from?: number
  valid_until?: number
} {
  const seconds = (when: number | undefined): number | undefined =>
    when === undefined ? undefined : Math.max(0, when)
  return given({ valid_from: seconds(validFrom ?? from), valid_until: seconds(validUntil ?? until) })
}
