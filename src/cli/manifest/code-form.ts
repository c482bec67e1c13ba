import type { BodyOf, DataOf } from '../client/contract-types.ts'
import type { Plain } from './manifest.ts'
import { instantOf, instantText } from './moments.ts'
import { readExpires } from './token-form.ts'

export type Code = DataOf<'/api/redemption/{id}', 'get'>
type CodeFields = Pick<
  BodyOf<'/api/redemption/', 'post'>,
  'quota' | 'is_gift' | 'max_uses' | 'valid_from' | 'valid_until'
>

type Values = Readonly<Record<string, Plain>>

const timeText = (seconds: number): string => (seconds === 0 ? 'never' : instantText(seconds))

/** One code as files describe it, the count apart. */
export const codeValues = (code: Code): Record<string, Plain> => ({
  quota: code.quota,
  gift: code.is_gift,
  maxUses: code.max_uses,
  validFrom: timeText(code.valid_from),
  validUntil: timeText(code.valid_until),
})

/** Whether a code can still be changed: it is unused and not disabled. */
export const isOpen = ({ status, used_count: used }: Code): boolean => status === 1 && used === 0

/** The codes of a set that can still be changed, in the order of the list: newest first. */
export const openCodes = (codes: readonly Code[]): Values[] => codes.filter(isOpen).map(codeValues)

/**
 * All codes with one name as a single object, without the fields in which open ones differ. Used codes count, or each run
 * would create new ones for those redeemed; their value no longer matters.
 */
export function batchValues(codes: readonly Code[]): Record<string, Plain> {
  const open = openCodes(codes)
  const unlike = unlikeFields(open)
  const [first = {}] = open.length > 0 ? open : codes.slice(0, 1).map(codeValues)
  const alike = Object.entries(first).filter(([field]) => !unlike.includes(field))
  return { ...Object.fromEntries(alike), count: codes.length }
}

/** Fields in which open codes of one name differ: an apply was interrupted, or somebody changed a single code. */
export function unlikeFields(open: readonly Values[]): string[] {
  const [first = {}, ...others] = open
  return Object.keys(first).filter((field) => others.some((each) => each[field] !== first[field]))
}

const editable: readonly string[] = ['quota', 'validFrom', 'validUntil']

/** What an open code still lacks of the wanted values. */
export const codeEdit = (code: Values, wanted: Values): Values =>
  Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => editable.includes(field) && code[field] !== value),
  )

/**
 * What further codes of a set take over: the values of an open code, as a duration counted from now would set them apart.
 * A code that has expired is no model.
 */
export const modelValues = (open: readonly Values[], nowMs: number): Values =>
  open.find(({ validUntil }) => (instantOf(String(validUntil)) ?? Number.POSITIVE_INFINITY) * 1000 > nowMs) ??
  {}

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
