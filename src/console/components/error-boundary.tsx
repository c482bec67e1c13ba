import { Component, type ReactNode } from 'react'
import { phrase } from '../i18n/i18n.ts'
import { useReach } from '../state/reach.ts'

/** The last resort: when a page throws, shows what happened instead of a blank screen. */
export class ErrorBoundary extends Component<
  { readonly children: ReactNode },
  { readonly error: Error | undefined }
> {
  override state: { readonly error: Error | undefined } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    if (/dynamically imported module|module script/i.test(error.message)) return <MissingPart />
    return (
      <Failure title={phrase('problem.pageBroke')} text={phrase('problem.pageBrokeHint')}>
        <pre className="max-w-full overflow-auto rounded-lg border bg-sunken p-3">{error.message}</pre>
      </Failure>
    )
  }
}

/**
 * Shown when a chunk of the page could not be fetched: it belongs to the previous version, or the daemon cannot be
 * reached.
 */
function MissingPart() {
  const isReached = useReach(() => location.reload())
  if (isReached === undefined) return null
  return isReached ? (
    <Failure title={phrase('problem.outdated')} text={phrase('problem.outdatedHint')} />
  ) : (
    <Failure title={phrase('problem.offline')} text={phrase('problem.offlineHint')} />
  )
}

function Failure({
  title,
  text,
  children,
}: {
  readonly title: string
  readonly text: string
  readonly children?: ReactNode
}) {
  return (
    <div role="alert" className="mx-auto flex max-w-lg flex-col items-start gap-3 px-6 py-24">
      <h1 className="text-xl font-semibold">{title}</h1>
      <p className="text-muted">{text}</p>
      {children}
      <button
        type="button"
        className="h-8 rounded-md bg-accent px-3 font-medium text-on-accent"
        onClick={() => location.reload()}
      >
        {phrase('action.reload')}
      </button>
    </div>
  )
}
