import { ListChecks } from 'lucide-react'
import type { ReactNode } from 'react'
import { toast } from 'sonner'
import { Button, buttonClass } from '../ui/button.tsx'
import { Menu, MenuAction } from '../ui/menu.tsx'

/** Something that is done to the selected rows of a list. */
export interface BatchAction<Row> {
  readonly label: string
  readonly icon?: ReactNode
  readonly run: (chosen: readonly Row[]) => void
}

interface BatchProps<Row> {
  readonly actions: readonly BatchAction<Row>[]
  /** Those that are selected. */
  readonly rows: readonly Row[]
  /** A selection is being changed; until it is done, the actions are disabled. */
  readonly isBusy?: boolean
}

interface ToolbarProps<Row> extends BatchProps<Row> {
  /** Said where nothing is selected. */
  readonly none: string
}

/** Runs the action, or says that nothing is selected. */
const runOrSay = <Row,>({ run }: BatchAction<Row>, { rows, none }: ToolbarProps<Row>) =>
  rows.length === 0 ? void toast.error(none) : run(rows)

/** All of them in a menu above the list. A phone has them only in the bar of the selection. */
export function BatchMenu<Row>({ label, ...batch }: ToolbarProps<Row> & { readonly label: string }) {
  return (
    <Menu
      label={label}
      className={buttonClass('secondary', 'md', 'max-sm:hidden')}
      button={
        <>
          <ListChecks size={15} aria-hidden />
          {label}
        </>
      }
    >
      {batch.actions.map((action) => (
        <MenuAction
          key={action.label}
          isDisabled={batch.isBusy ?? false}
          onSelect={() => runOrSay(action, batch)}
        >
          {action.label}
        </MenuAction>
      ))}
    </Menu>
  )
}

/** The same as buttons, where there are few. */
export function BatchToolbar<Row>(batch: ToolbarProps<Row>) {
  return batch.actions.map((action) => (
    <Button
      key={action.label}
      icon={action.icon}
      className="max-sm:hidden"
      onClick={() => runOrSay(action, batch)}
    >
      {action.label}
    </Button>
  ))
}

/** The buttons in the bar of the selection, which is there only while rows are selected. */
export function BatchButtons<Row>({ actions, rows, isBusy = false }: BatchProps<Row>) {
  return actions.map(({ label, run }) => (
    <Button key={label} size="sm" disabled={isBusy} onClick={() => run(rows)}>
      {label}
    </Button>
  ))
}
