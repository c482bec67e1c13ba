import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

/** `fair` is between ok and warn. */
export type Tone = 'neutral' | 'accent' | 'ok' | 'fair' | 'warn' | 'orange' | 'bad' | 'info'

const tones: Readonly<Record<Tone, string>> = {
  neutral: 'bg-sunken text-muted',
  accent: 'bg-accent-weak text-accent-text',
  ok: 'bg-ok-weak text-ok',
  fair: 'bg-fair-weak text-fair',
  warn: 'bg-warn-weak text-warn',
  orange: 'bg-orange-weak text-orange',
  bad: 'bg-bad-weak text-bad',
  info: 'bg-info-weak text-info',
}

/** A word on a colored background. The word carries the meaning; the color only makes it easier to spot. */
export function Badge({
  tone = 'neutral',
  hasDot = false,
  className,
  children,
}: {
  readonly tone?: Tone
  readonly hasDot?: boolean
  readonly className?: string
  readonly children: ReactNode
}) {
  return (
    <span
      className={classNames(
        'inline-flex h-5 max-w-full items-center gap-1.5 rounded-[5px] px-1.5 text-xs font-medium whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {hasDot && <i aria-hidden className="size-1.5 shrink-0 rounded-full bg-current" />}
      <span className="truncate">{children}</span>
    </span>
  )
}

/** A literal value: a model, an address, a tag. */
export function Chip({
  className = 'max-w-52',
  children,
}: {
  /** Class that limits the width. */
  readonly className?: string
  readonly children: ReactNode
}) {
  return (
    <span
      className={classNames(
        'inline-block truncate rounded-sm border px-1.5 align-bottom font-mono text-xs leading-[18px] text-muted',
        className,
      )}
    >
      {children}
    </span>
  )
}
