import { missingDecimals } from '../amounts.ts'

/**
 * An amount in a right-aligned column. Missing decimals are padded with invisible digits, so that the decimal points of
 * all rows line up. The padding is only drawn: it is neither read out nor copied.
 *
 * @param digits decimals of the longest amounts in the column
 */
export const Amount = ({ text, digits }: { readonly text: string; readonly digits: number }) => (
  <span
    data-missing={missingDecimals(text, digits)}
    className="sm:after:invisible sm:after:content-[attr(data-missing)]"
  >
    {text}
  </span>
)
