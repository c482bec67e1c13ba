import createClient, { type Middleware } from 'openapi-fetch'
import type { components, paths } from '../../../openapi/types.gen.ts'
import { currentLanguage, phrase } from '../i18n/i18n.ts'
import { session } from '../state/session.ts'
import { ApiProblem } from './api-problem.ts'
import { fetchWithProof } from './fetch-with-proof.ts'
import { sessionExpired } from './session-expired.ts'

/** The text is in `message`, or in `data` if `message` only says `error`. */
type Failure = components['schemas']['Failure'] & Partial<components['schemas']['FailureInData']>

/**
 * Names the user (which a foreign page cannot do), keeps responses out of all caches, and asks for the user's language.
 */
const headers: Middleware = {
  onRequest({ request }) {
    const user = session.user()
    if (user) request.headers.set('Tollgate-User', String(user.id))
    request.headers.set('Cache-Control', 'no-store')
    request.headers.set('Accept-Language', currentLanguage())
    return request
  },
}

/** Typed client of the management API. Wrap every call in `dataOf` or `answerOf`. */
export const api = createClient<paths>({
  baseUrl: location.origin,
  cache: 'no-store',
  fetch: fetchWithProof,
})
api.use(headers)

interface Result<Answer> {
  readonly data?: Answer
  readonly error?: unknown
  readonly response: Response
}

/** Returns the `data` of the response envelope. @throws ApiProblem for every refusal and failure */
export async function dataOf<Answer extends { data: unknown }>(
  call: Promise<Result<Answer>>,
): Promise<Answer['data']> {
  return (await answerOf(call)).data
}

/**
 * Returns the whole response envelope, for calls that have other fields beside `data`.
 * @throws ApiProblem for every refusal and failure. A 401 also ends the session and leads to the sign-in page.
 */
export async function answerOf<Answer>(call: Promise<Result<Answer>>): Promise<Answer> {
  let result: Result<Answer>
  try {
    result = await call
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw error instanceof SyntaxError
      ? new ApiProblem(phrase('problem.unreadable'), { status: 0, code: 'unreadable', cause: error })
      : new ApiProblem(phrase('problem.unreachable'), { status: 0, code: 'unreachable', cause: error })
  }
  const { data, error, response } = result
  const failure = (error ?? data) as Partial<Failure> | undefined
  if (response.ok && data !== undefined && failure?.success !== false) return data
  const problem = toProblem(response, failure)
  if (problem.status === 401) sessionExpired()
  throw problem
}

function toProblem(response: Response, failure: Partial<Failure> | undefined): ApiProblem {
  const text = typeof failure?.data === 'string' ? failure.data : failure?.message
  const isOurs = typeof text === 'string' && text !== ''
  return new ApiProblem(messageOf(response.status, isOurs ? text : undefined), {
    status: response.status,
    code: failure?.code ?? 'unreadable',
    field: failure?.field,
    requestId: failure?.request_id ?? response.headers.get('x-request-id') ?? undefined,
  })
}

/**
 * Capitalizes the first word, as in the console's own sentences; a name such as `gpt-4o` at the start is left as it is.
 */
export const asSentence = (text: string): string =>
  /^[a-z]+ /.test(text) ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : text

/** Prefers the daemon's own message; responses from an intermediary (a proxy) get one by status. */
function messageOf(status: number, message: string | undefined): string {
  if (message !== undefined) return asSentence(message)
  if (status === 401) return phrase('problem.signedOut')
  if (status === 405) return phrase('problem.demo')
  if (status === 429) return phrase('problem.tooMany')
  if (status >= 500) return phrase('problem.internal')
  return phrase('problem.status', { status })
}
