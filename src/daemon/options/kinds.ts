import ipaddr from 'ipaddr.js'
import { AppError } from '../errors/app-error.ts'
import { readAddress } from './address.ts'
import { readDecimal } from './json-text.ts'
import { compileRe2 } from './re2.ts'

/** The parsed text of an option. `text` is stored, and the program uses `value`. */
export interface Reading<Value> {
  readonly text: string
  readonly value: Value
}

/** One option: how its text is read, its default, and who may write it. */
export interface OptionSpec<Value> {
  readonly type: 'boolean' | 'integer' | 'decimal' | 'text' | 'json'
  readonly default: string
  /** Whether it is write-only: encrypted at rest, never in a response. */
  readonly isSecret: boolean
  /** Minimum role for writing. */
  readonly role: 10 | 100
  /**
   * For a table: how the API writes one of its entries. Numbers stay exactly as written; `json` is any nested value.
   */
  readonly entry?: 'number' | 'text' | 'json'
  /** For numbers: the accepted range. */
  readonly range?: NumberRange
  /** For texts: the only accepted values. */
  readonly choices?: readonly string[]
  /** Whether the text may have several lines. */
  readonly isMultiline?: boolean
  /** The unit of the number, if forms show it. */
  readonly unit?: OptionUnit
  /** Reads the text. @throws AppError a code of the `option_…` family, `invalid_json_text` or `email_domain_…` */
  read(text: string): Reading<Value>
  /**
   * Further checks for a new text. A stored text that fails them can still be read, so that the rest of it is not lost.
   */
  check?(text: string): void
}

export type OptionUnit = 'quota' | 'dollars' | 'percent' | 'minutes' | 'seconds'

/** The range of a number. Forms check it; the daemon uses `read`. */
export interface NumberRange {
  readonly min: number
  readonly max: number
  /** Whether the minimum itself is refused. */
  readonly isAboveMin: boolean
  /** Maximum number of decimal places. */
  readonly places: number
  /** Step of a form's number field. */
  readonly step: number
  /** Whether an empty text is accepted, meaning not set. */
  readonly mayBeEmpty: boolean
}

const TEXT_MAX = 262_144

const spec = <Value>(
  type: OptionSpec<Value>['type'],
  fallback: string,
  read: (text: string) => Reading<Value>,
): OptionSpec<Value> => ({ type, default: fallback, isSecret: false, role: 10, read })

/**
 * Lets only the super administrator write an option: script and markup, secrets, and everything that decides where
 * email, sign-in, payments, proxied requests or keys go. With any of these an administrator could become the super
 * administrator.
 */
export const rootOnly = <Value>(option: OptionSpec<Value>): OptionSpec<Value> => ({ ...option, role: 100 })

/** Sets the unit of a number. */
export const inUnit = <Value>(unit: OptionUnit, option: OptionSpec<Value>): OptionSpec<Value> => ({
  ...option,
  unit,
})

/** `true` or `false`. */
export const flag = (fallback: boolean): OptionSpec<boolean> =>
  spec('boolean', String(fallback), (text) => {
    if (text !== 'true' && text !== 'false') throw new AppError('option_boolean')
    return { text, value: text === 'true' }
  })

interface Range {
  readonly min: number
  readonly max?: number
}

const INTEGER_MAX = 1_000_000_000_000
/** The largest nine-digit number: `readDecimal` accepts nine digits before the point. */
const DECIMAL_MAX = 999_999_999
const PLACES_MAX = 12

const integerRange = ({ min, max = INTEGER_MAX }: Range, mayBeEmpty = false): NumberRange => ({
  min,
  max,
  isAboveMin: false,
  places: 0,
  step: 1,
  mayBeEmpty,
})

function readInteger(text: string, { min, max = INTEGER_MAX }: Range): Reading<number> {
  const trimmed = text.trim()
  if (!/^-?\d{1,15}$/.test(trimmed)) throw new AppError('option_integer')
  const value = Number(trimmed)
  if (value < min || value > max) throw new AppError('option_range', { values: { min, max } })
  return { text: String(value), value }
}

export const integer = (fallback: number, range: Range): OptionSpec<number> => ({
  ...spec('integer', String(fallback), (text) => readInteger(text, range)),
  range: integerRange(range),
})

/** An integer that may be empty, meaning not set. */
export const optionalInteger = (range: Range): OptionSpec<number | undefined> => ({
  ...spec('integer', '', (text) =>
    text.trim() === '' ? { text: '', value: undefined } : readInteger(text, range),
  ),
  range: integerRange(range, true),
})

interface DecimalRange extends Range {
  /** Maximum number of decimal places. */
  readonly places?: number
  /** Refuses the minimum itself. */
  readonly isAboveMin?: boolean
  /** Step of a form's number field; 1 if absent. */
  readonly step?: number
}

const decimalRange = (range: DecimalRange, mayBeEmpty = false): NumberRange => ({
  min: range.min,
  max: range.max ?? DECIMAL_MAX,
  isAboveMin: range.isAboveMin ?? false,
  places: range.places ?? PLACES_MAX,
  step: range.step ?? 1,
  mayBeEmpty,
})

function readRangedDecimal(text: string, range: DecimalRange): string {
  const { min, max = DECIMAL_MAX, places = PLACES_MAX, isAboveMin = false } = range
  const outside = isAboveMin ? 'option_above' : 'option_range'
  const decimal = readDecimal(text.trim())
  if (decimal === undefined)
    throw new AppError(/^-\d/.test(text.trim()) ? outside : 'option_number', { values: { min, max } })
  const value = Number(decimal)
  if (value < min || value > max || (isAboveMin && value === min))
    throw new AppError(outside, { values: { min, max } })
  if ((decimal.split('.')[1] ?? '').replace(/0+$/, '').length > places)
    throw new AppError('option_places', { values: { places } })
  return decimal
}

/** A number used to compute money, kept as decimal text. */
export const decimal = (fallback: string, range: DecimalRange): OptionSpec<string> => ({
  ...spec('decimal', fallback, (text) => {
    const value = readRangedDecimal(text, range)
    return { text: value, value }
  }),
  range: decimalRange(range),
})

/** A number used to compute money, kept as decimal text; empty = not set. */
export const optionalDecimal = (range: DecimalRange): OptionSpec<string | undefined> => ({
  ...spec('decimal', '', (text) => {
    if (text.trim() === '') return { text: '', value: undefined }
    const value = readRangedDecimal(text, range)
    return { text: value, value }
  }),
  range: decimalRange(range, true),
})

/** A number that is not money, such as seconds or shares. */
export const number = (fallback: string, range: DecimalRange): OptionSpec<number> => ({
  ...spec('decimal', fallback, (text) => {
    const value = readRangedDecimal(text, range)
    return { text: value, value: Number(value) }
  }),
  range: decimalRange(range),
})

export const text = (fallback = ''): OptionSpec<string> => ({
  ...spec('text', fallback, (given) => {
    if (given.length > TEXT_MAX) throw new AppError('option_length', { values: { max: TEXT_MAX } })
    return { text: given, value: given }
  }),
  isMultiline: true,
})

/** Words, one per line; a line `regex:…` is an RE2 pattern. In a new text, every pattern must compile. */
export const wordLines = (fallback = ''): OptionSpec<string> => ({
  ...text(fallback),
  check(given) {
    for (const [index, each] of given.split('\n').entries()) {
      const line = each.trim()
      if (!line.startsWith('regex:')) continue
      try {
        compileRe2(line.slice('regex:'.length))
      } catch (cause) {
        throw new AppError('option_pattern', { values: { line: index + 1 }, cause })
      }
    }
  },
})

/** Names and credentials that fit on one line of a header or form. */
export const line = (fallback = ''): OptionSpec<string> =>
  spec('text', fallback, (given) => {
    const value = given.trim()
    if (value.length > 2048) throw new AppError('option_length', { values: { max: 2048 } })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here.
    if (/[\u0000-\u001f\u007f]/.test(value)) throw new AppError('option_line')
    return { text: value, value }
  })

/** A currency code of three letters (ISO 4217). */
export const currency = (fallback: string): OptionSpec<string> =>
  spec('text', fallback, (given) => {
    const code = given.trim().toUpperCase()
    if (!currencies.has(code)) throw new AppError('option_currency')
    return { text: code, value: code }
  })
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

export const secret = (): OptionSpec<string> => ({ ...line(), isSecret: true })

/** A name from the time zone database, or an offset such as `+08:00`. */
export const timeZone = (fallback: string): OptionSpec<string> =>
  spec('text', fallback, (given) => {
    try {
      const { timeZone: value } = new Intl.DateTimeFormat('en', { timeZone: given.trim() }).resolvedOptions()
      return { text: value, value }
    } catch (cause) {
      throw new AppError('option_time_zone', { cause })
    }
  })

export const choice = <Value extends string>(
  fallback: Value,
  values: readonly Value[],
): OptionSpec<Value> => ({
  ...spec('text', fallback, (given) => {
    const value = values.find((each) => each === given)
    if (value === undefined) throw new AppError('option_choice', { values: { choices: values.join(', ') } })
    return { text: value, value }
  }),
  choices: values,
})

/** An http(s) URL without trailing slashes; empty = not set. With `pathAllowed` also a path such as `/logo.png`. */
export const address = (pathAllowed = false): OptionSpec<string> =>
  spec('text', '', (given) => {
    const value = readAddress(given.trim(), pathAllowed)
    return { text: value, value }
  })

/** Comma-separated email domains. */
export const domains = (fallback: readonly string[]): OptionSpec<readonly string[]> =>
  spec('text', fallback.join(','), (given) => {
    const value = given
      .split(',')
      .map((each) => each.trim().toLowerCase())
      .filter(Boolean)
    for (const [index, domain] of value.entries()) {
      if (
        !/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/.test(domain) ||
        domain.length > 253
      )
        throw new AppError('email_domain_invalid')
      if (value.indexOf(domain) !== index) throw new AppError('email_domain_duplicate')
    }
    return { text: value.join(','), value }
  })

/** Comma-separated addresses and ranges: `169.254.10.0/24, fe80::1`. */
export const ranges = (): OptionSpec<string> =>
  spec('text', '', (given) => {
    const parts = given
      .split(/[\s,]+/)
      .map((each) => each.trim().toLowerCase())
      .filter(Boolean)
    if (!parts.every((each) => ipaddr.isValid(each) || ipaddr.isValidCIDR(each)))
      throw new AppError('option_ranges')
    const text = parts.join(', ')
    return { text, value: text }
  })

/** Comma-separated HTTP statuses and classes: `5xx,429`. */
export const statusCodes = (fallback: string): OptionSpec<string> =>
  spec('text', fallback, (given) => {
    const parts = given
      .split(',')
      .map((each) => each.trim().toLowerCase())
      .filter(Boolean)
    if (!parts.every((each) => /^[1-5](xx|\d\d)$/.test(each))) throw new AppError('option_status_codes')
    return { text: parts.join(','), value: parts.join(',') }
  })
