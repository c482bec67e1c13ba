import { ListChecks } from 'lucide-react'
import type { ReactNode } from 'react'
import { toast } from 'sonner'
import { Button, buttonClass } from '../ui/button.tsx'
import { Menu, MenuAction } from '../ui/menu.tsx'

/** An action on the selected rows of a list. */
export interface BatchAction<Row> {
  readonly label: string
  readonly icon?: ReactNode
  readonly run: (chosen: readonly Row[]) => void
}

interface BatchProps<Row> {
  readonly actions: readonly BatchAction<Row>[]
  /** The selected rows. */
  readonly rows: readonly Row[]
  /** A change to the selection is running; the actions are disabled until it is done. */
  readonly isBusy?: boolean
}

interface ToolbarProps<Row> extends BatchProps<Row> {
  /** Message for an empty selection. */
  readonly none: string
}

/** Runs the action, or says that nothing is selected. */
const runOrSay = <Row,>({ run }: BatchAction<Row>, { rows, none }: ToolbarProps<Row>) =>
  rows.length === 0 ? void toast.error(none) : run(rows)

/** All actions in a menu above the list. On a phone they are only in the selection bar. */
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

/** The actions as buttons above the list, for when there are only a few. */
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

/** The buttons in the selection bar, which is only visible while rows are selected. */
export function BatchButtons<Row>({ actions, rows, isBusy = false }: BatchProps<Row>) {
  return actions.map(({ label, run }) => (
    <Button key={label} size="sm" disabled={isBusy} onClick={() => run(rows)}>
      {label}
    </Button>
  ))
}
