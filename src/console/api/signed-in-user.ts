import type { components } from '../../../openapi/types.gen.ts'
import { phrase } from '../i18n/i18n.ts'
import type { SessionUser } from '../state/session.ts'
import { ApiProblem } from './api-problem.ts'

/** The account that a sign-in opened a session for. @throws ApiProblem if the sign-in waits for its second step */
export function signedInUser(answer: components['schemas']['SignIn']): SessionUser {
  if ('second_factor' in answer)
    throw new ApiProblem(phrase('problem.signedOut'), { status: 403, code: 'second_factor_missing' })
  return answer
}
