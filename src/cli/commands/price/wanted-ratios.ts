import { CliError, usageError } from '../../cli-error.ts'
import { exitCodes } from '../../exit-codes.ts'
import { plainDecimal } from '../../input/decimal.ts'
import type { Phrase } from '../../phrases/phrases.ts'
import { dollarsOf, multipleOf, ratioOf } from './dollars.ts'
import type { ModelPrice } from './price-object.ts'

/** The prices given to `price set`, as decimal texts. */
export interface GivenPrice {
  readonly input: string | undefined
  readonly output: string | undefined
  readonly ratio: string | undefined
  readonly completion: string | undefined
  readonly cacheRead: string | undefined
  readonly perCall: string | undefined
}

/** Ratios to store; undefined = unchanged. */
export interface WantedRatios {
  readonly ratio: string | undefined
  readonly completion: string | undefined
  readonly 'cache-read': string | undefined
}

/** Whether the price is given in dollars per million tokens; `--cache-read` is then in dollars too. */
export const isInDollars = ({ input, output }: GivenPrice): boolean =>
  input !== undefined || output !== undefined

/** Checks the form of the price. @throws CliError `usage` when nothing is given, or flags of more than one form */
export function checkForms(given: GivenPrice, phrase: Phrase): void {
  const forms = [
    ['--input, --output', isInDollars(given)],
    ['--ratio, --completion', given.ratio !== undefined || given.completion !== undefined],
    ['--per-call', given.perCall !== undefined],
  ] as const
  const [first, second] = forms.flatMap(([flags, isGiven]) => (isGiven ? [flags] : []))
  if (first !== undefined && second !== undefined)
    throw usageError(phrase('usage.notTogether', { first, second }))
  if (given.cacheRead !== undefined && given.perCall !== undefined)
    throw usageError(phrase('usage.notTogether', { first: '--per-call', second: '--cache-read' }))
  if (first === undefined && given.cacheRead === undefined)
    throw usageError(
      phrase('usage.needOne', {
        flags: '--input, --output, --ratio, --completion, --cache-read, --per-call',
      }),
    )
}

/** The model's current prices per token. */
export interface PresentPrice {
  readonly ratio: string
  /** Reads dollar prices, which are needed only when the input price changes. */
  readDollars(): Promise<Pick<ModelPrice, 'output_usd' | 'cache_read_usd'>>
}

/**
 * Returns the ratios for a price in dollars. The server stores output and cached input as multiples of the input price,
 * so if the input price changes, the multiples of prices that are not given are adjusted to keep them the same in
 * dollars.
 *
 * @throws CliError `price_kind` without an input price, `usage` when it is free and another one is not
 */
export async function ratiosOfDollars(
  { input, output, cacheRead }: GivenPrice,
  present: PresentPrice | undefined,
  model: string,
  phrase: Phrase,
): Promise<WantedRatios> {
  const base = input ?? (present && dollarsOf(present.ratio))
  if (base === undefined)
    throw new CliError('price_kind', exitCodes.rejected, phrase('error.noRatio', { name: model }), {
      hint: phrase('hint.priceInput'),
    })
  const ratio = input === undefined ? undefined : ratioOf(input)
  const isChanged = present !== undefined && ratio !== undefined && plainDecimal(present.ratio) !== ratio
  const kept = isChanged ? await present.readDollars() : undefined
  const multiple = (flag: string, dollars: string | undefined): string | undefined => {
    if (dollars === undefined || dollars === '') return undefined
    const found = multipleOf(dollars, base)
    if (found === undefined && !/^0(\.0*)?$/.test(dollars))
      throw usageError(phrase('usage.freeInput', { flag }), { field: flag })
    return found
  }
  return {
    ratio,
    completion: multiple('--output', output ?? kept?.output_usd),
    'cache-read': multiple('--cache-read', cacheRead ?? kept?.cache_read_usd),
  }
}
