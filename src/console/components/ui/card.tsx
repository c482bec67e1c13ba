import { type ReactNode, useRef } from 'react'
import { useKeptFocus } from './use-kept-focus.ts'

/** A titled section of a page. */
export function Card({
  title,
  icon,
  aside,
  children,
}: {
  readonly title: string
  readonly icon?: ReactNode
  /** Shown at the end of the title's line. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}) {
  const card = useRef<HTMLElement>(null)
  useKeptFocus(card)
  return (
    <section ref={card} aria-label={title} className="min-w-0 rounded-lg border bg-surface p-5">
      <div className="mb-3 flex min-h-7 flex-wrap items-center justify-between gap-2">
        <h2 className="flex items-center gap-2 font-semibold">
          {icon}
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
