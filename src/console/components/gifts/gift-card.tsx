import type { ReactNode } from 'react'

/** A card with its title, as those of the pages it stands on. */
export function GiftCard({
  title,
  icon,
  children,
}: {
  readonly title: string
  readonly icon: ReactNode
  readonly children: ReactNode
}) {
  return (
    <section aria-label={title} className="min-w-0 rounded-lg border bg-surface p-5">
      <h2 className="mb-3 flex items-center gap-2 font-semibold">
        {icon}
        {title}
      </h2>
      {children}
    </section>
  )
}

/** Holds the place of what is being loaded. */
export function GiftSkeleton() {
  return <div aria-hidden data-skeleton className="h-16 animate-pulse" />
}
