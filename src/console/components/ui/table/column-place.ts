import { classNames } from '../../class-names.ts'
import type { Column } from './columns.ts'

/**
 * How a cell shares the width of the table. No width to come from its content, and all that is left over: so a long text
 * is cut, and no column beside it leaves the window.
 */
export const placeClass = <Row>({ isElastic, isPinned }: Column<Row>): string =>
  classNames(isElastic && 'sm:w-full sm:max-w-0 sm:min-w-36', isPinned && 'right-0 z-1 sm:sticky')
