import type { BodyOf, DataOf } from '../client/contract-types.ts'
import type { Plain } from './manifest.ts'
import { instantText } from './moments.ts'
import { readExpires } from './token-form.ts'

export type Code = DataOf<'/api/redemption/{id}', 'get'>
type CodeFields = Pick<
  BodyOf<'/api/redemption/', 'post'>,
  'quota' | 'is_gift' | 'max_uses' | 'valid_from' | 'valid_until'
>

type Values = Readonly<Record<string, Plain>>

const timeText = (seconds: number): string => (seconds === 0 ? 'never' : instantText(seconds))

/** One code as files describe it, the count apart. */
const codeValues = (code: Code): Record<string, Plain> => ({
  quota: code.quota,
  gift: code.is_gift,
  maxUses: code.max_uses,
  validFrom: timeText(code.valid_from),
  validUntil: timeText(code.valid_until),
})

/** Whether a code can still be changed: it is unused and not disabled. */
export const isOpen = ({ status, used_count: used }: Code): boolean => status === 1 && used === 0

/**
 * All codes with one name as a single object. Used codes count, or each run would create new ones for those redeemed;
 * their value no longer matters.
 *
 * @returns undefined values when the codes that matter differ from each other
 */
export function batchValues(codes: readonly Code[]): Record<string, Plain> | undefined {
  const open = codes.filter(isOpen)
  const [first, ...others] = (open.length > 0 ? open : codes).map(codeValues)
  if (first === undefined) return undefined
  const isAlike = open.length === 0 || others.every((each) => JSON.stringify(each) === JSON.stringify(first))
  return isAlike ? { ...first, count: codes.length } : undefined
}

/** Values of files in the form of the contract. Durations count from now. */
export function codeBody(values: Values, nowMs: number): Partial<CodeFields> {
  const { quota, gift, maxUses, validFrom, validUntil } = values
  const time = (text: Plain): number => Math.max(0, readExpires(String(text), nowMs))
  return {
    ...(quota === undefined ? {} : { quota: Number(quota) }),
    ...(gift === undefined ? {} : { is_gift: gift === true }),
    ...(maxUses === undefined ? {} : { max_uses: Number(maxUses) }),
    ...(validFrom === undefined ? {} : { valid_from: time(validFrom) }),
    ...(validUntil === undefined ? {} : { valid_until: time(validUntil) }),
  }
}
