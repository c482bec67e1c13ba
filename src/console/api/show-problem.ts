import { createElement } from 'react'
import { toast } from 'sonner'
import { ProblemText } from '../components/problem-text.tsx'
import { phrase } from '../i18n/i18n.ts'
import { session } from '../state/session.ts'
import { type ApiProblem, isProblem } from './api-problem.ts'

/**
 * Shows a failed call as a toast; the only place that does so. Leaving a page aborts its calls, which is not a failure.
 * @param name what the call was about, if the message does not make it clear
 */
export function showProblem(error: unknown, name?: string): void {
  if (error instanceof DOMException && error.name === 'AbortError') return
  // The sign-in page already says so.
  if (isProblem(error) && (error.status === 401 || isLeftForSignIn(error))) return
  const message = error instanceof Error ? error.message : String(error)
  // Refusals are the daemon's own sentences; anything else is marked as an error.
  const said = isProblem(error) && error.status !== 0 ? message : phrase('problem.error', { message })
  const text = name === undefined ? said : phrase('problem.about', { name, message: said })
  toast.error(createElement(ProblemText, { text, requestId: isProblem(error) ? error.requestId : undefined }))
}

/** Returns whether the user is being sent to sign in because that is the only way to prove their identity. */
const isLeftForSignIn = ({ code }: ApiProblem): boolean =>
  code === 'proof_required' && session.user() === undefined
