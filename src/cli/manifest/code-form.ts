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

/** Returns one code as files describe it, without the count. */
const codeValues = (code: Code): Record<string, Plain> => ({
  quota: code.quota,
  gift: code.is_gift,
  maxUses: code.max_uses,
  validFrom: timeText(code.valid_from),
  validUntil: timeText(code.valid_until),
})

/** A code that can still be redeemed. */
export interface OpenCode {
  readonly id: number
  readonly values: Values
  /** Whether this gift code has been redeemed at least once; its quota can then no longer be changed. */
  readonly isRedeemed: boolean
}

/** Returns the codes of a set that can still be redeemed, in the order of the list: newest first. */
export const openCodes = (codes: readonly Code[]): OpenCode[] =>
  codes
    .filter(({ status }) => status === 1)
    .map((code) => ({ id: code.id, values: codeValues(code), isRedeemed: code.used_count > 0 }))

/** Returns the codes whose values represent the set. Redeemed gift codes are used only if there are no others. */
function models(open: readonly OpenCode[]): readonly OpenCode[] {
  const unused = open.filter(({ isRedeemed }) => !isRedeemed)
  return unused.length > 0 ? unused : open
}

/**
 * Returns all codes with one name as a single object, without the fields in which open codes differ. Used codes are
 * counted, so that a run does not replace redeemed codes with new ones; their value no longer matters.
 */
export function batchValues(codes: readonly Code[]): Record<string, Plain> {
  const open = openCodes(codes)
  const unlike = unlikeFields(open)
  const [first = {}] =
    open.length > 0 ? models(open).map(({ values }) => values) : codes.slice(0, 1).map(codeValues)
  const alike = Object.entries(first).filter(([field]) => !unlike.includes(field))
  return { ...Object.fromEntries(alike), count: codes.length }
}

/**
 * Returns the fields in which open codes of one name differ, after an interrupted apply or a change of a single code.
 */
export function unlikeFields(open: readonly OpenCode[]): string[] {
  const [first = {}, ...others] = models(open).map(({ values }) => values)
  return Object.keys(first).filter((field) => others.some((each) => each[field] !== first[field]))
}

const editable: readonly string[] = ['quota', 'validFrom', 'validUntil']

/** Returns the fields of an open code that differ from the wanted values and can still be changed. */
export const codeEdit = ({ values, isRedeemed }: OpenCode, wanted: Values): Values =>
  Object.fromEntries(
    Object.entries(wanted).filter(
      ([field, value]) =>
        editable.includes(field) && values[field] !== value && !(field === 'quota' && isRedeemed),
    ),
  )

/** Returns the value of a set that a wanted value would replace; the wanted value itself when no code would change. */
export function valueBefore(open: readonly OpenCode[], values: Values, field: string, wanted: Plain): Plain {
  if (field === 'count') return values.count ?? 0
  if (editable.includes(field))
    return open.find((code) => field in codeEdit(code, { [field]: wanted }))?.values[field] ?? wanted
  return open.length > 0 ? (values[field] ?? null) : wanted
}

/** Returns the codes that must keep another quota, unless some code already has the wanted one. */
export function fixedQuotas(open: readonly OpenCode[], quota: Plain | undefined): readonly OpenCode[] {
  if (quota === undefined || open.some(({ values }) => values.quota === quota)) return []
  return open.filter(({ isRedeemed }) => isRedeemed)
}

/**
 * Returns the values for codes that are added to a set: those of an open code that has not expired. With a duration
 * counted from now, new codes would expire later than the others.
 */
export const modelValues = (open: readonly OpenCode[], nowMs: number): Values =>
  models(open).find(
    ({ values }) => (instantOf(String(values.validUntil)) ?? Number.POSITIVE_INFINITY) * 1000 > nowMs,
  )?.values ?? {}

/** Converts values of files to the form of the contract. Durations count from now. */
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
