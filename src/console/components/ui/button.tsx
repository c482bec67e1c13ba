import { LoaderCircle } from 'lucide-react'
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Link } from 'wouter'
import { classNames } from '../class-names.ts'
import { Tooltip } from './tooltip.tsx'

export type ButtonKind = 'primary' | 'secondary' | 'ghost' | 'danger'
/** The last two are squares for an icon. */
export type ButtonSize = 'sm' | 'md' | 'icon' | 'icon-sm'

const sizes: Readonly<Record<ButtonSize, string>> = {
  sm: 'h-7 px-2.5 text-sm',
  md: 'h-8 px-3',
  icon: 'size-8',
  'icon-sm': 'size-7',
}

/** The recipe of every button and of links that look like one. */
export const buttonClass = (
  kind: ButtonKind = 'secondary',
  size: ButtonSize = 'md',
  extra?: string,
): string =>
  classNames(
    'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap select-none transition-colors',
    'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
    sizes[size],
    kind === 'primary' && 'border-transparent bg-accent text-on-accent not-disabled:hover:brightness-110',
    kind === 'secondary' && 'border-line-strong bg-surface not-disabled:hover:bg-hover',
    kind === 'ghost' &&
      'border-transparent bg-transparent text-muted not-disabled:hover:bg-hover not-disabled:hover:text-text',
    kind === 'danger' && 'border-line-strong bg-surface text-bad not-disabled:hover:bg-bad-weak',
    extra,
  )

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: ButtonKind
  readonly size?: ButtonSize
  readonly icon?: ReactNode
  /** Work is under way: a second press does nothing, and assistive technology is told. */
  readonly isBusy?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

export function Button({
  kind,
  size,
  icon,
  isBusy = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      className={buttonClass(kind, size, className)}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {isBusy ? <LoaderCircle size={15} className="animate-spin" aria-hidden /> : icon}
      {children}
    </button>
  )
}

/** A button that shows an icon alone; `label` names it for everybody else and in the tooltip. */
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
