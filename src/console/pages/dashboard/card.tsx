import type { ReactNode } from 'react'

/** A part of the dashboard with its title. */
export function Card({
  title,
  action,
  children,
}: {
  readonly title: string
  readonly action?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <section className="min-w-0 rounded-lg border bg-surface p-4">
      <div className="mb-3 flex min-h-7 flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}
