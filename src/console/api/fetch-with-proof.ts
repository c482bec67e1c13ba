import { factorDemand } from '../state/factor-demand.ts'
import { proofQuestion } from '../state/proof-question.ts'

/**
 * Sends a call of the API. One that needs a recent proof of who it is asks for the proof and is sent again as it was;
 * without the proof its refusal is the answer. One that is refused because the account lacks a second factor makes the
 * pages give way to its set-up.
 */
export async function fetchWithProof(request: Request): Promise<Response> {
  const again = request.clone()
  const response = await fetch(request)
  if (response.status !== 403) return response
  const code = await codeOf(response.clone())
  if (code === 'second_factor_setup_required') factorDemand.note()
  if (code !== 'proof_required' || !(await proofQuestion.ask())) return response
  return fetch(again)
}

async function codeOf(response: Response): Promise<unknown> {
  try {
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
  } catch {
    return undefined
  }
}
