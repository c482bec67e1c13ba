import { MenuButton, MenuItem, MenuItems, Menu as MenuRoot } from '@headlessui/react'
import { Check } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { Link } from 'wouter'
import { classNames } from '../class-names.ts'

const itemClass = (isDanger: boolean) =>
  classNames(
    'flex w-full items-center gap-2 rounded-md px-2 py-1.5 text-left text-sm data-focus:bg-hover data-disabled:opacity-50',
    isDanger ? 'text-bad' : 'text-text',
  )

/** A button that opens a list of actions. `button` is rendered as the button itself. */
export function Menu({
  button,
  label,
  children,
  className,
}: {
  readonly button: ReactNode
  readonly label: string
  readonly children: ReactNode
  readonly className?: string
}) {
  return (
    <MenuRoot>
      <MenuButton aria-label={label} className={className}>
        {button}
      </MenuButton>
      <MenuItems
        anchor={{ to: 'bottom end', gap: 6, padding: 8 }}
        className="z-40 min-w-44 rounded-lg border bg-surface p-1 shadow-pop focus:outline-none"
      >
        {children}
      </MenuItems>
    </MenuRoot>
  )
}

export interface MenuActionProps {
  readonly icon?: ReactNode
  readonly isDanger?: boolean
  readonly isDisabled?: boolean
  /** Marks the current choice. */
  readonly isChosen?: boolean
  readonly onSelect: () => void
  readonly children: ReactNode
}

export function MenuAction({
  icon,
  isDanger = false,
  isDisabled = false,
  isChosen,
  onSelect,
  children,
}: MenuActionProps): ReactElement {
  return (
    <MenuItem disabled={isDisabled}>
      <button
        type="button"
        className={itemClass(isDanger)}
        // Headless UI gives every item the role of an action, which cannot be checked.
        aria-current={isChosen || undefined}
        onClick={onSelect}
      >
        {icon}
        <span className="grow">{children}</span>
        {isChosen && <Check size={14} aria-hidden className="text-accent-text" />}
      </button>
    </MenuItem>
  )
}

export function MenuLink({
  href,
  icon,
  children,
}: {
  readonly href: string
  readonly icon?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <MenuItem>
      <Link href={href} className={itemClass(false)}>
        {icon}
        {children}
      </Link>
    </MenuItem>
  )
}

/** Text that is not a choice: who is signed in, or what the items below are about. */
export function MenuHeading({ children }: { readonly children: ReactNode }) {
  return <div className="px-2 py-1.5 text-xs text-muted">{children}</div>
}
