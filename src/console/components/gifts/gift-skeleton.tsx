/** Placeholder for content that is still loading. */
export function GiftSkeleton() {
  return <div aria-hidden data-skeleton className="h-16 animate-pulse" />
}
