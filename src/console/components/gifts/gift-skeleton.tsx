/** Holds the place of what is being loaded. */
export function GiftSkeleton() {
  return <div aria-hidden data-skeleton className="h-16 animate-pulse" />
}
