import type { ReactNode } from 'react'

/** An action on the account: description, button, and its result below. */
export function SecurityRow({
  title,
  text,
  action,
  children,
}: {
  readonly title: string
  readonly text: string
  readonly action: ReactNode
  readonly children?: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 last:pb-0">
      <div className="min-w-0 grow basis-56">
        <h3 className="text-sm font-medium">{title}</h3>
        <p className="text-sm text-muted">{text}</p>
      </div>
      {action}
      {children}
    </div>
  )
}
