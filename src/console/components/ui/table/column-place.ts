import { classNames } from '../../class-names.ts'
import type { Column } from './columns.ts'

/**
 * How a cell shares the width of the table. No width to come from its content, and all that is left over: so a long text
 * is cut, and no column beside it leaves the window.
 */
export const placeClass = <Row>({ isElastic, pin }: Column<Row>): string =>
  classNames(
    isElastic && 'sm:w-full sm:max-w-0 sm:min-w-36',
    pin && 'z-1 sm:sticky',
    pin === 'start' && 'left-0',
    pin === 'end' && 'right-0',
  )

/** The edge at which the cell may cover others, for `keepFocusInSight`. */
export const staysAt = <Row>({ pin }: Column<Row>): 'left' | 'right' | undefined =>
  pin && (pin === 'start' ? 'left' : 'right')
