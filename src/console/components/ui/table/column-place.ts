import { classNames } from '../../class-names.ts'
import type { Column } from './columns.ts'

/**
 * Returns the classes for a cell's share of the table's width. An elastic column takes no width from its content and
 * all that is left over, so that long texts are truncated and no other column is pushed out of the window.
 */
export const placeClass = <Row>({ isElastic, pin }: Column<Row>): string =>
  classNames(
    isElastic && 'sm:w-full sm:max-w-0 sm:min-w-36',
    pin && 'z-1 sm:sticky',
    pin === 'start' && 'left-0',
    pin === 'end' && 'right-0',
  )

/** Returns the edge at which the cell may cover others, for `keepFocusInSight`. */
export const staysAt = <Row>({ pin }: Column<Row>): 'left' | 'right' | undefined =>
  pin && (pin === 'start' ? 'left' : 'right')
