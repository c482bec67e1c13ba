import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

/** A button that switches a view option of a list on or off. */
export function ToggleButton({
  isOn,
  onChange,
  children,
}: {
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => onChange(!isOn)}
      className={classNames(
        'inline-flex h-7 shrink-0 items-center rounded-md border px-2.5 text-sm font-medium transition-colors',
        isOn
          ? 'border-transparent bg-accent-weak text-accent-text'
          : 'border-line bg-transparent text-muted hover:bg-hover hover:text-text',
      )}
    >
      {children}
    </button>
  )
}
