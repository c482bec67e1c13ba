import { type ReactNode, useEffect } from 'react'
import { useStatus } from '../api/use-status.ts'

/** The head of a page: title (also of the browser tab), a line about the page, and its actions. */
export function Page({
  title,
  lead,
  actions,
  children,
}: {
  readonly title: string
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}) {
  useDocumentTitle(title)
  return (
    <>
      <div className="mb-4 flex flex-wrap items-start gap-x-3 gap-y-3">
        <div className="min-w-0 grow basis-48">
          <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
          {lead !== undefined && <p className="mt-0.5 text-muted">{lead}</p>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children}
    </>
  )
}

/** Sets the tab's title while the component is on the screen: `API tokens · Tollgate`. */
export function useDocumentTitle(title: string): void {
  const name = useStatus().data?.system_name
  useEffect(() => {
    document.title = name && name !== title ? `${title} · ${name}` : title
  }, [title, name])
}
