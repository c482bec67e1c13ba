import { type CliError, usageError } from '../../cli-error.ts'
import { readTextFile } from '../../input/secret.ts'
import type { Phrase } from '../../phrases/phrases.ts'
import type { LongPrompt } from './long-prompts.ts'

/** The price of one model in a catalogue, in dollars per million tokens or per call. */
export interface CataloguePrice {
  readonly model: string
  readonly input?: string
  readonly output?: string
  readonly cached?: string
  readonly call?: string
  /** Absent = the catalogue says nothing about very long prompts. */
  readonly longPrompt?: NonNullable<LongPrompt>
  /** Source of the price, and the date on which it was found there; empty = not stated in the file. */
  readonly source: string
  readonly asOf: string
}

/**
 * Reads a price catalogue: a JSON file in the format of `src/daemon/models/catalogue.json`, of which only `sources`,
 * `token_prices` and `call_prices` are used.
 * @throws CliError `usage` naming what is wrong with the file
 */
export async function readCatalogue(path: string, phrase: Phrase): Promise<CataloguePrice[]> {
  const text = await readTextFile(path, phrase)
  const wrong = (reason: string): CliError => usageError(phrase('error.catalogue', { path, reason }))
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error))
  }
  if (!isRecord(document)) throw wrong('{}')
  const sources = isRecord(document.sources) ? document.sources : {}
  const prices = [
    ...rowsOf(document.token_prices).flatMap((row) =>
      toPrices(row, { input: row.input, output: row.output, cached: row.cached }, sources),
    ),
    ...rowsOf(document.call_prices).flatMap((row) => toPrices(row, { call: row.price }, sources)),
  ]
  if (prices.length === 0) throw wrong('token_prices, call_prices')
  const odd = prices.find((price) => !isPrice(price))
  if (odd) throw wrong(odd.model)
  return prices
}

type Row = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const rowsOf = (value: unknown): Row[] => (Array.isArray(value) ? value.filter(isRecord) : [])

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function toPrices(row: Row, amounts: Row, sources: Row): CataloguePrice[] {
  const models = Array.isArray(row.models) ? row.models.filter((each) => typeof each === 'string') : []
  const source = sources[textOf(row.source)]
  const stated = Object.entries(amounts).filter(([, value]) => value !== undefined)
  const texts = Object.fromEntries(stated.map(([name, value]) => [name, String(value)]))
  return models.map((model) => ({
    model,
    ...texts,
    ...(row.long_prompt !== undefined && { longPrompt: toLongPrompt(row.long_prompt) }),
    source: isRecord(source) ? textOf(source.url) : '',
    asOf: isRecord(source) ? textOf(source.as_of) : '',
  }))
}

/** Reads long-prompt prices without checking them; `isPrice` rejects values that are not numbers. */
function toLongPrompt(stated: unknown): NonNullable<LongPrompt> {
  const { above, input, output } = isRecord(stated) ? stated : {}
  return { above: Number(above), input_ratio: String(input), output_ratio: String(output) }
}

const isAmount = (text: string): boolean => /^\d{1,9}(\.\d{1,9})?$/.test(text)

const isPrice = ({ input, output, cached, call, longPrompt }: CataloguePrice): boolean =>
  (input !== undefined || call !== undefined) &&
  [input, output, cached, call].every((text) => text === undefined || isAmount(text)) &&
  (longPrompt === undefined || isLongPrompt(longPrompt))

const isLongPrompt = ({ above, input_ratio, output_ratio }: NonNullable<LongPrompt>): boolean =>
  Number.isInteger(above) && above >= 1 && above < 1e9 && isAmount(input_ratio) && isAmount(output_ratio)

/** Whether two prices are equal except for the rounding of multiples to nine decimals. */
export function isSamePrice(now: string, next: string): boolean {
  const [a, b] = [Number(now), Number(next)]
  return Math.abs(a - b) <= 1e-7 * Math.max(a, b)
}
