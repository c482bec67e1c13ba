import { isProblem } from '../../api/api-problem.ts'

/** Codes of refusals that a top-up resolves. */
const codes: readonly string[] = ['insufficient_user_quota', 'quota_ran_out', 'uncovered_call_running']

/** Returns whether a call failed because the balance does not cover it. */
export const isUncovered = (error: unknown): boolean => isProblem(error) && codes.includes(error.code)
