import type { ReactNode } from 'react'

/** A titled section in the details of an open row. */
export function Part({
  title,
  isWide = false,
  children,
}: {
  readonly title: string
  readonly isWide?: boolean
  readonly children: ReactNode
}) {
  return (
    <section className={`min-w-0 ${isWide ? 'lg:col-span-2' : ''}`}>
      <h2 className="mb-1.5 text-xs font-medium text-muted">{title}</h2>
      {children}
    </section>
  )
}
