/** Gray bars in the shape of a page, shown while its code is fetched. */
export function PageSkeleton() {
  return (
    <div aria-hidden data-skeleton className="flex animate-pulse flex-col gap-4">
      <div className="h-7 w-44 rounded-md bg-sunken" />
      <div className="h-4 w-80 max-w-full rounded-md bg-sunken" />
      <div className="mt-4 h-64 rounded-lg bg-sunken" />
    </div>
  )
}
