import { AppError } from '../errors/app-error.ts'
import { parseRatio } from '../money/ratio.ts'
import type { LongPromptTexts } from '../pricing/long-prompt.ts'
import { isVisible } from '../visible-text.ts'
import { DecimalNumber, type ExactJson, parseExactJson } from './json-text.ts'
import type { OptionSpec } from './kinds.ts'

/** Maps names of models, groups or headers to decimal text. */
export type DecimalTable = ReadonlyMap<string, string>

const NAME_MAX = 256
const TEXT_MAX = 2_097_152

/** The stored text keeps its white space, so that a long table keeps its layout. */
const json = <Value>(fallback: string, read: (parsed: ExactJson) => Value): OptionSpec<Value> => ({
  type: 'json',
  default: fallback,
  isSecret: false,
  role: 10,
  read(text) {
    if (text.length > TEXT_MAX) throw new AppError('option_length', { values: { max: TEXT_MAX } })
    return { text, value: read(parseExactJson(text)) }
  },
})

const table = <Value>(
  entry: NonNullable<OptionSpec<Value>['entry']>,
  fallback: string,
  read: (parsed: ExactJson) => Value,
): OptionSpec<Value> => ({ ...json(fallback, read), entry })

/** Checks a table whose names people choose from lists: in a new text, each name must have a visible character. */
export const withVisibleNames = <Value>(spec: OptionSpec<Value>): OptionSpec<Value> => ({
  ...spec,
  check(text) {
    const parsed = parseExactJson(text)
    // The reader refuses other shapes and empty names.
    const names = parsed instanceof Map ? [...parsed.keys()] : []
    if (names.some((name) => name !== '' && !isVisible(name))) throw new AppError('option_table_name')
  },
})

/**
 * Checks the table whose names are the groups. Channels and manifests list groups separated by commas and line feeds,
 * so a name that contains one of them could never be in such a list.
 */
export const withGroupNames = <Value>(spec: OptionSpec<Value>): OptionSpec<Value> => {
  const visible = withVisibleNames(spec)
  return {
    ...visible,
    check(text) {
      visible.check?.(text)
      const parsed = parseExactJson(text)
      const names = parsed instanceof Map ? [...parsed.keys()] : []
      const wrong = names.find((name) => /[,\n]/.test(name))
      if (wrong !== undefined)
        throw new AppError('option_group_name', { values: { name: wrong.slice(0, 100) } })
    },
  }
}

const wrongShape = (shape: string): AppError => new AppError('option_shape', { values: { shape } })

function asMap(value: ExactJson | undefined, shape: string): Map<string, ExactJson> {
  if (!(value instanceof Map)) throw wrongShape(shape)
  for (const name of value.keys()) if (name.length > NAME_MAX || name === '') throw wrongShape(shape)
  return value
}

function asDecimal(value: ExactJson, name: string): string {
  // Refuses numbers that pricing would have to ignore: negative ones, those above a million, and those that are too
  // small.
  if (!(value instanceof DecimalNumber) || parseRatio(value.text) === undefined)
    throw new AppError('option_table_number', { values: { name: name.slice(0, 100) } })
  return value.text
}

const asTable = (value: ExactJson, shape: string): Map<string, string> =>
  new Map([...asMap(value, shape)].map(([name, number]) => [name, asDecimal(number, name)]))

function asTexts(value: ExactJson, shape: string): string[] {
  if (!Array.isArray(value)) throw wrongShape(shape)
  return value.map((each) => {
    if (typeof each !== 'string') throw wrongShape(shape)
    return each
  })
}

/** `{"gpt-4o": 1.25}`: numbers from 0 up, stored exactly as written. */
export const decimalTable = (fallback: string): OptionSpec<DecimalTable> =>
  table('number', fallback, (parsed) => asTable(parsed, '{"name": number}'))

/** `{"vip": {"default": 0.9}}`. */
export const nestedDecimalTable = (fallback: string): OptionSpec<ReadonlyMap<string, DecimalTable>> =>
  table('json', fallback, (parsed) => {
    const shape = '{"group": {"group": number}}'
    return new Map([...asMap(parsed, shape)].map(([name, inner]) => [name, asTable(inner, shape)]))
  })

/**
 * `{"gpt-5.4": {"above": 272000, "input": 2, "output": 1.5}}`: a limit in tokens, and multiples of the price above it.
 */
export const longPromptTable = (fallback: string): OptionSpec<ReadonlyMap<string, LongPromptTexts>> =>
  table('json', fallback, (parsed) => {
    const shape = '{"model": {"above": tokens, "input": number, "output": number}}'
    const entries = [...asMap(parsed, shape)].map(([name, value]): [string, LongPromptTexts] => {
      const { above = '', input, output, ...others } = Object.fromEntries(asTable(value, shape))
      if (input === undefined || output === undefined || Object.keys(others).length > 0)
        throw wrongShape(shape)
      if (!/^[1-9]\d{0,8}$/.test(above)) throw wrongShape(shape)
      return [name, { above: Number(above), input, output }]
    })
    return new Map(entries)
  })

/** `{"default": 8192}`: whole numbers from 1. */
export const integerTable = (fallback: string): OptionSpec<ReadonlyMap<string, number>> =>
  table('number', fallback, (parsed) => {
    const entries = [...asTable(parsed, '{"model": number}')].map(([name, text]): [string, number] => {
      if (!/^\d+$/.test(text) || Number(text) < 1)
        throw new AppError('option_table_number', { values: { name } })
      return [name, Number(text)]
    })
    return new Map(entries)
  })

/** `{"default": "Standard"}`. */
export const textTable = (fallback: string): OptionSpec<ReadonlyMap<string, string>> =>
  table('text', fallback, (parsed) => {
    const shape = '{"name": "text"}'
    const entries = [...asMap(parsed, shape)].map(([name, value]): [string, string] => {
      if (typeof value !== 'string') throw wrongShape(shape)
      return [name, value]
    })
    return new Map(entries)
  })

/** `["gpt-4o"]`. */
export const textList = (fallback: string): OptionSpec<readonly string[]> =>
  json(fallback, (parsed) => asTexts(parsed, '["text"]'))

/** `{"model": {"header": ["value"]}}`; a single value may omit the brackets. */
export const headerTable = (
  fallback: string,
): OptionSpec<ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>> =>
  json(fallback, (parsed) => {
    const shape = '{"model": {"header": ["value"]}}'
    const readHeaders = (value: ExactJson) =>
      new Map(
        [...asMap(value, shape)].map(([name, given]) => [checkHeaderName(name), readValues(given, shape)]),
      )
    return new Map([...asMap(parsed, shape)].map(([model, headers]) => [model, readHeaders(headers)]))
  })

function checkHeaderName(name: string): string {
  // RFC 9110 5.6.2: a header name is a token.
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) throw wrongShape('{"model": {"header": ["value"]}}')
  return name
}

function readValues(given: ExactJson, shape: string): string[] {
  const values = typeof given === 'string' ? [given] : asTexts(given, shape)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here.
  if (values.some((each) => /[\u0000-\u001f\u007f]/.test(each))) throw wrongShape(shape)
  return values
}

/** One entry of the chat menu. */
export interface ChatLink {
  readonly name: string
  /** Contains `{address}` and `{key}`, which the console replaces with the site and the token. */
  readonly link: string
}

/** `[{"name": "https://…{key}"}]`. App schemes are allowed; schemes that run in the page are not. */
export const chatLinks = (fallback: string): OptionSpec<readonly ChatLink[]> =>
  json(fallback, (parsed) => {
    const shape = '[{"name": "link"}]'
    if (!Array.isArray(parsed)) throw wrongShape(shape)
    return parsed.map((each) => {
      const [entry, ...more] = [...asMap(each, shape)]
      if (!entry || more.length > 0 || typeof entry[1] !== 'string') throw wrongShape(shape)
      const link = entry[1].trim()
      if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(link) || /^(javascript|data|vbscript|file|blob):/i.test(link))
        throw wrongShape(shape)
      return { name: entry[0], link }
    })
  })
