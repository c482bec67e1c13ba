import { createElement } from 'react'
import { toast } from 'sonner'
import { ProblemText } from '../components/problem-text.tsx'
import { phrase } from '../i18n/i18n.ts'
import { session } from '../state/session.ts'
import { type ApiProblem, isProblem } from './api-problem.ts'

/**
 * The one place where a failed call becomes a toast. Leaving a page aborts its calls; that is no failure.
 * @param name what the call was about, where the person cannot tell from the sentence
 */
export function showProblem(error: unknown, name?: string): void {
  if (error instanceof DOMException && error.name === 'AbortError') return
  // The sign-in page says it already.
  if (isProblem(error) && (error.status === 401 || isLeftForSignIn(error))) return
  const message = error instanceof Error ? error.message : String(error)
  // Refusals are the daemon's own sentences; anything else is marked as an error.
  const said = isProblem(error) && error.status !== 0 ? message : phrase('problem.error', { message })
  const text = name === undefined ? said : phrase('problem.about', { name, message: said })
  toast.error(createElement(ProblemText, { text, requestId: isProblem(error) ? error.requestId : undefined }))
}

/** Somebody who can only prove themselves by signing in again is on the way there. */
const isLeftForSignIn = ({ code }: ApiProblem): boolean =>
  code === 'proof_required' && session.user() === undefined
