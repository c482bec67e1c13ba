import { LoaderCircle } from 'lucide-react'
import { type ButtonHTMLAttributes, type ReactNode, type Ref, useState } from 'react'
import { Link } from 'wouter'
import { classNames } from '../class-names.ts'
import { Tooltip } from './tooltip.tsx'

export type ButtonKind = 'primary' | 'secondary' | 'ghost' | 'danger'
/** The icon sizes are square. */
export type ButtonSize = 'sm' | 'md' | 'icon' | 'icon-sm'

const sizes: Readonly<Record<ButtonSize, string>> = {
  sm: 'h-7 px-2.5 text-sm',
  md: 'h-8 px-3',
  icon: 'size-8',
  'icon-sm': 'size-7',
}

/** Returns the classes of all buttons, and of links that look like one. */
export const buttonClass = (
  kind: ButtonKind = 'secondary',
  size: ButtonSize = 'md',
  extra?: string,
): string =>
  classNames(
    'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap select-none transition-colors',
    'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
    sizes[size],
    kind === 'primary' &&
      'border-transparent bg-accent text-on-accent not-disabled:not-aria-disabled:hover:brightness-110',
    kind === 'secondary' && 'border-line-strong bg-surface not-disabled:not-aria-disabled:hover:bg-hover',
    kind === 'ghost' &&
      'border-transparent bg-transparent text-muted not-disabled:not-aria-disabled:hover:bg-hover not-disabled:not-aria-disabled:hover:text-text',
    kind === 'danger' &&
      'border-line-strong bg-surface text-bad not-disabled:not-aria-disabled:hover:bg-bad-weak',
    extra,
  )

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: ButtonKind
  readonly size?: ButtonSize
  readonly icon?: ReactNode
  /** Work is in progress: pressing again does nothing, and assistive technology is told. */
  readonly isBusy?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

/**
 * A button. If it becomes disabled while focused, it keeps the focus until the user leaves it; the browser would move
 * the focus to the page.
 */
export function Button({
  kind,
  size,
  icon,
  isBusy = false,
  className,
  children,
  onClick,
  onFocus,
  onBlur,
  disabled = false,
  type = 'button',
  ...rest
}: ButtonProps) {
  const [isFocused, setFocused] = useState(false)
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled && !isFocused}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || (disabled && isFocused) || undefined}
      className={buttonClass(kind, size, className)}
      onFocus={(event) => {
        setFocused(true)
        onFocus?.(event)
      }}
      onBlur={(event) => {
        setFocused(false)
        onBlur?.(event)
      }}
      onClick={(event) => {
        if (isBusy || disabled) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {isBusy ? <LoaderCircle size={15} className="animate-spin" aria-hidden /> : icon}
      {children}
    </button>
  )
}

/** A button that shows only an icon; `label` is its accessible name and tooltip. */
export function IconButton({
  label,
  icon,
  size = 'icon',
  ...rest
}: Omit<ButtonProps, 'children' | 'kind' | 'size'> & {
  readonly size?: 'icon' | 'icon-sm'
  readonly label: string
  readonly icon: ReactNode
}) {
  return (
    <Tooltip text={label}>
      <Button {...rest} kind="ghost" size={size} aria-label={label}>
        {icon}
      </Button>
    </Tooltip>
  )
}

/** A link that looks like a button. */
export function LinkButton({
  href,
  kind,
  size,
  icon,
  className,
  children,
}: {
  readonly href: string
  readonly kind?: ButtonKind
  readonly size?: ButtonSize
  readonly icon?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}) {
  return (
    <Link href={href} className={buttonClass(kind, size, className)}>
      {icon}
      {children}
    </Link>
  )
}
