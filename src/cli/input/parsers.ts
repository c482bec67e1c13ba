import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../define-command.ts'
import type { Phrase } from '../phrases/phrases.ts'
import { quotaText, readAmount, type TypedAmount, toThousandths } from './amount.ts'
import { readDuration, readExpiry, readSince } from './moment.ts'
import { readTextFile } from './secret.ts'

/** Parses a whole number within bounds; `flag` is its name in the error. */
export const integerOf =
  (flag: string, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER) =>
  (text: string, phrase: Phrase): number => {
    const value = Number(text)
    if (!/^[+-]?\d+$/.test(text) || value < min || value > max)
      throw usageError(phrase('usage.integer', { text, flag }), { field: flag })
    return value
  }

export const amountOf =
  (flag: string) =>
  (text: string, phrase: Phrase): TypedAmount => {
    const amount = readAmount(text)
    if (amount === undefined) throw usageError(phrase('usage.amount', { text, flag }), { field: flag })
    return amount
  }

/** Parses a duration such as `30s` into seconds. */
export const durationOf =
  (flag: string) =>
  (text: string, phrase: Phrase): number => {
    const seconds = readDuration(text)
    if (seconds === undefined) throw usageError(phrase('usage.duration', { text, flag }), { field: flag })
    return seconds
  }

/** Parses an expiry into unix seconds, -1 for `never`. A duration counts from now. */
export const expiryOf =
  (flag: string) =>
  (text: string, phrase: Phrase): number => {
    const seconds = readExpiry(text, Date.now())
    if (seconds === undefined) throw usageError(phrase('usage.instant', { text, flag }), { field: flag })
    return seconds
  }

/** Parses a start time into unix seconds. A duration counts back from now. */
export const sinceOf =
  (flag: string) =>
  (text: string, phrase: Phrase): number => {
    const seconds = readSince(text, Date.now())
    if (seconds === undefined) throw usageError(phrase('usage.instant', { text, flag }), { field: flag })
    return seconds
  }

/** Turns both `a,b` and `a b` into the comma-separated list that the contract stores. */
export const commaList = (text: string): string =>
  text
    .split(/[\s,]+/)
    .filter((each) => each !== '')
    .join(',')

/** Reads JSON text, or a file for `@path`. @throws CliError `usage` when it is not valid JSON */
export async function readJsonText(
  flag: string,
  text: string | undefined,
  phrase: Phrase,
): Promise<string | undefined> {
  if (text === undefined || text === '') return text
  const json = text.startsWith('@') ? await readTextFile(text.slice(1), phrase) : text
  try {
    JSON.parse(json)
  } catch (error) {
    throw usageError(phrase('usage.json', { flag, reason: error instanceof Error ? error.message : '' }), {
      field: flag,
    })
  }
  return json.trim()
}

/**
 * Converts an amount to whole quota units, as the contract expects.
 * @throws CliError `usage` for negative amounts and for dollars that are not whole units
 */
export async function toQuota(
  flag: string,
  amount: TypedAmount,
  { phrase, quotaPerUnit }: Pick<CommandContext, 'phrase' | 'quotaPerUnit'>,
): Promise<number> {
  const quota = await toSignedQuota(flag, amount, { phrase, quotaPerUnit })
  if (quota < 0) throw usageError(phrase('usage.amountNegative', { flag }), { field: flag })
  return quota
}

/**
 * Converts an amount that may be negative to whole quota units.
 * @throws CliError `usage` for dollars that are not whole units
 */
export async function toSignedQuota(
  flag: string,
  amount: TypedAmount,
  { phrase, quotaPerUnit }: Pick<CommandContext, 'phrase' | 'quotaPerUnit'>,
): Promise<number> {
  const thousandths = toThousandths(amount, amount.unit === 'usd' ? await quotaPerUnit() : 1)
  if (thousandths === undefined || thousandths % 1000n !== 0n)
    throw usageError(
      phrase('usage.amountWhole', {
        flag,
        text: amount.text + (amount.unit === 'usd' ? 'usd' : ''),
        quota: thousandths === undefined ? '?' : quotaText(thousandths),
      }),
      { field: flag },
    )
  return Number(thousandths / 1000n)
}
