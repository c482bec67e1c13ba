import { factorDemand } from '../state/factor-demand.ts'
import { proofQuestion } from '../state/proof-question.ts'

/**
 * Sends a call of the API. One that needs a recent proof of who it is asks for the proof and is sent again as it was;
 * without the proof its refusal is the answer. One that is refused because the account lacks a second factor makes the
 * pages give way to its set-up.
 */
export async function fetchWithProof(request: Request): Promise<Response> {
  // As text: the body of a copied request would be a stream, which the browser's tools cannot show.
  const body = request.body === null ? '' : await request.clone().text()
  const send = () => fetch(body === '' ? request.clone() : new Request(request, { body }))
  const response = await send()
  if (response.status !== 403) return response
  const code = await codeOf(response.clone())
  if (code === 'second_factor_setup_required') factorDemand.note()
  if (code !== 'proof_required' || !(await proofQuestion.ask())) return response
  return send()
}

async function codeOf(response: Response): Promise<unknown> {
  try {
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
  } catch {
    return undefined
  }
}
