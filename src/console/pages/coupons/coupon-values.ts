import { dateMistake, readDateText, readEndText, toDateText } from '../../dates.ts'
import type { Coupon } from './use-coupons.ts'
import type { CouponCreate, CouponUpdate } from './use-save-coupon.ts'

/** `edit=new` in the address creates a code, `edit=7` changes code 7. */
export const NEW_COUPON = 'new'

/** Form values of a code. */
export interface CouponValues {
  readonly name: string
  /** Quota units credited per use; NaN while the text is not a number. */
  readonly quota: number
  /** Number of codes to create. */
  readonly count: number
  /** A custom code; empty = generated. */
  readonly key: string
  readonly isGift: boolean
  /** Text, because blank means unlimited, like -1. */
  readonly maxUses: string
  /** `yyyy-MM-dd HH:mm:ss`; empty = valid at once. */
  readonly validFrom: string
  /** `yyyy-MM-dd HH:mm:ss`; empty = never expires. */
  readonly validUntil: string
}

export const newCouponValues: CouponValues = {
  name: '',
  quota: 100_000,
  count: 1,
  key: '',
  isGift: false,
  maxUses: '-1',
  validFrom: '',
  validUntil: '',
}

export const countMax = 100
export const nameMax = 20
/** Seconds from now; undefined = never. */
export const untilPresets = [
  ['never', undefined],
  ['day', 86_400],
  ['week', 7 * 86_400],
  ['month', 30 * 86_400],
] as const

const timeText = (seconds: number): string => (seconds === 0 ? '' : toDateText(seconds))

export const toCouponValues = (coupon: Coupon): CouponValues => ({
  name: coupon.name,
  quota: coupon.quota,
  count: 1,
  key: coupon.key,
  isGift: coupon.is_gift,
  maxUses: String(coupon.max_uses),
  validFrom: timeText(coupon.valid_from),
  validUntil: timeText(coupon.valid_until),
})

/** @returns unix seconds, 0 when blank, undefined when the text is not a date */
const readFrom = (text: string): number | undefined => (text.trim() === '' ? 0 : readDateText(text))

/** Reads the end of the period. A date without a time means its last second. @returns as `readFrom` */
const readUntil = (text: string): number | undefined => (text.trim() === '' ? 0 : readEndText(text))

const timeMistake = (text: string): CouponMistake =>
  dateMistake(text) === 'skipped' ? 'timeSkipped' : 'time'

/** @returns -1 for unlimited, undefined when the text is not a valid number of uses */
export function readMaxUses(text: string): number | undefined {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed === '-1') return -1
  return /^\d{1,10}$/.test(trimmed) && Number(trimmed) >= 1 && Number(trimmed) <= 1_000_000_000
    ? Number(trimmed)
    : undefined
}

/** Mistakes that a field can have; each is a key of the page's phrases. */
export type CouponMistake =
  | 'name'
  | 'quota'
  | 'count'
  | 'keyCharacters'
  | 'keySingle'
  | 'maxUses'
  | 'time'
  | 'timeSkipped'
  | 'period'

/** Finds all mistakes in the values, by field. */
export type CouponMistakes = Partial<Record<keyof CouponValues, CouponMistake>>

export function findCouponMistakes(values: CouponValues, isNew: boolean): CouponMistakes {
  const nameLength = [...values.name.trim()].length
  const from = readFrom(values.validFrom)
  const until = readUntil(values.validUntil)
  const key = values.key.trim()
  const isCount = Number.isInteger(values.count) && values.count >= 1 && values.count <= countMax
  return {
    ...(nameLength < 1 || nameLength > nameMax ? { name: 'name' as const } : {}),
    ...(Number.isInteger(values.quota) && values.quota >= 1 ? {} : { quota: 'quota' as const }),
    ...(from === undefined ? { validFrom: timeMistake(values.validFrom) } : {}),
    ...(until === undefined
      ? { validUntil: timeMistake(values.validUntil) }
      : from !== undefined && from !== 0 && until !== 0 && from >= until
        ? { validUntil: 'period' as const }
        : {}),
    ...(!isNew || isCount ? {} : { count: 'count' as const }),
    ...(!isNew || key === ''
      ? {}
      : !/^[\w-]{1,32}$/.test(key)
        ? { key: 'keyCharacters' as const }
        : values.count !== 1
          ? { key: 'keySingle' as const }
          : {}),
    ...(isNew && values.isGift && readMaxUses(values.maxUses) === undefined
      ? { maxUses: 'maxUses' as const }
      : {}),
  }
}

/** Returns the request body that creates codes. */
export const toCreateBody = (values: CouponValues): CouponCreate => ({
  ...changeableOf(values),
  count: Number.isInteger(values.count) ? values.count : 1,
  key: values.key.trim(),
  is_gift: values.isGift,
  max_uses: values.isGift ? (readMaxUses(values.maxUses) ?? -1) : -1,
})

/** Returns the fields that can still change after a code was created. */
const changeableOf = (values: CouponValues) => ({
  name: values.name.trim(),
  quota: Number.isInteger(values.quota) ? values.quota : 0,
  valid_from: readFrom(values.validFrom) ?? 0,
  valid_until: readUntil(values.validUntil) ?? 0,
})

/** Returns the request body with the fields that differ from what was loaded. @returns undefined when there are none */
export function toUpdateBody(loaded: Coupon, values: CouponValues): CouponUpdate | undefined {
  const before: Readonly<Record<string, unknown>> = changeableOf(toCouponValues(loaded))
  const changed = Object.entries(changeableOf(values)).filter(([key, value]) => value !== before[key])
  return changed.length === 0 ? undefined : { id: loaded.id, ...Object.fromEntries(changed) }
}
