import {
  hasDollars,
  isEmpty,
  isNewRow,
  isSameNumber,
  PRICE_MAX,
  type PriceField,
  type PriceRow,
  type PriceValues,
  readNumber,
} from './price-row.ts'

/** Keys of the phrases `mistake.*`. */
export type PriceMistake = 'number' | 'zero' | 'range' | 'nameRequired' | 'nameTaken' | 'nameLong'
export type RowMistakes = Partial<Record<PriceField | 'name', PriceMistake>>

const NAME_MAX = 256

/** Half a billionth; smaller values are indistinguishable from zero. */
const LEAST = 5e-10

function numberMistake(text: string): PriceMistake | undefined {
  const read = readNumber(text)
  if (read === undefined) return 'number'
  const value = Number(read)
  return value > PRICE_MAX || (value > 0 && value < LEAST) ? 'range' : undefined
}

/**
 * Finds all mistakes in a changed row.
 *
 * @param stored stored values under its name; undefined = none yet
 * @param isTaken whether another row has its name
 */
export function findMistakes(row: PriceRow, stored: PriceValues | undefined, isTaken: boolean): RowMistakes {
  const mistakes: RowMistakes = {}
  if (isNewRow(row)) {
    if (row.name.trim() === '') mistakes.name = 'nameRequired'
    else if (row.name.trim().length > NAME_MAX) mistakes.name = 'nameLong'
    else if (isTaken) mistakes.name = 'nameTaken'
  }
  if (row.isPerCall) return withNumber(mistakes, row, 'price')
  // A completion ratio may be set alone, for models that get their ratio elsewhere.
  const isRatioFree =
    row.ratio === '' &&
    !hasDollars(row) &&
    stored !== undefined &&
    !isEmpty(stored) &&
    stored.ratio === '' &&
    stored.price === ''
  if (!isRatioFree) {
    withNumber(mistakes, row, 'ratio')
    // A stored or listed zero is accepted; one that was typed would make the model free.
    const isMeant =
      !hasDollars(row) && (row.isFromList === true || isSameNumber(row.ratio, stored?.ratio ?? ''))
    if (Number(row.ratio) === 0 && !mistakes.ratio && !isMeant) mistakes.ratio = 'zero'
  }
  for (const field of ['completion', 'cache'] as const)
    if (row[field] !== '') withNumber(mistakes, row, field)
  return mistakes
}

function withNumber(mistakes: RowMistakes, row: PriceRow, field: PriceField): RowMistakes {
  const mistake = numberMistake(row[field])
  if (mistake) mistakes[field] = mistake
  return mistakes
}
