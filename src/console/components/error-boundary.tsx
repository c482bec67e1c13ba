import { Component, type ReactNode } from 'react'
import { phrase } from '../i18n/i18n.ts'

/** The last net: a page that throws shows what happened instead of nothing. */
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
    // A chunk of the version before this one is gone: the page has to be loaded anew.
    const isOutdated = /dynamically imported module|module script/i.test(error.message)
    return (
      <div role="alert" className="mx-auto flex max-w-lg flex-col items-start gap-3 px-6 py-24">
        <h1 className="text-xl font-semibold">
          {phrase(isOutdated ? 'problem.outdated' : 'problem.pageBroke')}
        </h1>
        <p className="text-muted">{phrase('problem.pageBrokeHint')}</p>
        {!isOutdated && (
          <pre className="max-w-full overflow-auto rounded-lg border bg-sunken p-3">{error.message}</pre>
        )}
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
}
