import { factorDemand } from '../state/factor-demand.ts'
import { proofQuestion } from '../state/proof-question.ts'
import { session } from '../state/session.ts'
import { sessionExpired } from './session-expired.ts'

/**
 * Sends a call of the API. If it needs a recent proof of identity, the user is asked for it and the call is sent again
 * unchanged; without the proof, the refusal is returned. The same applies if the session expired while somebody was
 * typing. If the account lacks a required second factor, all pages are replaced by its setup.
 */
export async function fetchWithProof(request: Request): Promise<Response> {
  // Read as text: the body of a cloned request would be a stream, which the browser's developer tools cannot show.
  const body = request.body === null ? '' : await request.clone().text()
  const send = () => fetch(body === '' ? request.clone() : new Request(request, { body }))
  const response = await send()
  if (response.status === 401 && !isSignIn(request)) {
    sessionExpired()
    return session.isHeld() && (await session.again()) ? send() : response
  }
  if (response.status !== 403) return response
  const code = await codeOf(response.clone())
  if (code === 'second_factor_setup_required') factorDemand.note()
  if (code !== 'proof_required' || !(await proofQuestion.ask())) return response
  return send()
}

/** Returns whether a request signs in. Its 401 for a wrong password does not mean that a session has expired. */
const isSignIn = ({ url }: Request): boolean =>
  /^\/api\/(user\/login|passkey|oauth|verification)/.test(new URL(url).pathname)

async function codeOf(response: Response): Promise<unknown> {
  try {
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
  } catch {
    return undefined
  }
}
