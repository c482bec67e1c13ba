import { missingDecimals } from '../amounts.ts'

/**
 * An amount in a column that is aligned to the right: the decimals it lacks take their room unseen, so that the points of
 * all rows are below one another. They are drawn only, and so neither read out nor copied.
 *
 * @param digits decimals of the longest amounts of the column
 */
export const Amount = ({ text, digits }: { readonly text: string; readonly digits: number }) => (
  <span
    data-missing={missingDecimals(text, digits)}
    className="sm:after:invisible sm:after:content-[attr(data-missing)]"
  >
    {text}
  </span>
)
