import { isProblem } from '../../api/api-problem.ts'

/** Refusals that a top-up puts right. */
const codes: readonly string[] = ['insufficient_user_quota', 'quota_ran_out', 'uncovered_call_running']

/** Whether a call failed because the wallet does not cover it. */
export const isUncovered = (error: unknown): boolean => isProblem(error) && codes.includes(error.code)
