import { factorDemand } from '../state/factor-demand.ts'
import { proofQuestion } from '../state/proof-question.ts'
import { session } from '../state/session.ts'
import { sessionExpired } from './session-expired.ts'

/**
 * Sends a call of the API. One that needs a recent proof of who it is asks for the proof and is sent again as it was;
 * without the proof its refusal is the answer. So does one whose session has expired while somebody was typing. One that is refused because the account lacks a second factor makes the
 * pages give way to its set-up.
 */
export async function fetchWithProof(request: Request): Promise<Response> {
  // As text: the body of a copied request would be a stream, which the browser's tools cannot show.
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

/** A wrong password is no expired session. */
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
