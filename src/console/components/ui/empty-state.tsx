import type { ReactNode } from 'react'
import { CopyButton } from './copy.tsx'

/** Shown when there is nothing yet: one sentence, what to do about it, and the equivalent terminal command. */
export function EmptyState({
  text,
  action,
  command,
}: {
  readonly text: ReactNode
  readonly action?: ReactNode
  readonly command?: string
}) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-12 text-center">
      <p className="max-w-prose text-muted">{text}</p>
      {action}
      {command !== undefined && (
        <span className="flex max-w-full items-center gap-1 rounded-md border bg-sunken pl-2.5">
          <code className="truncate font-mono text-muted">{command}</code>
          <CopyButton text={command} />
        </span>
      )}
    </div>
  )
}
