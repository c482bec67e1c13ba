import { CliError } from '../cli-error.ts'
import type { CommandContext } from '../define-command.ts'
import { exitCodes } from '../exit-codes.ts'
import { loadScreen } from '../ui/screen/terminal.ts'
import type { RawAnswer } from './api.ts'

/** Number of wrong codes after which the server ends the sign-in. */
const TRIES = 5

/** Returns the ticket of a sign-in that is waiting for its second step. @param body the response to the first step */
export function readTicket(body: unknown): string | undefined {
  const data = memberOf(body, 'data')
  const ticket = memberOf(memberOf(data, 'second_factor'), 'ticket')
  return typeof ticket === 'string' ? ticket : undefined
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined

/**
 * Completes the second step of a sign-in. Without a code, the user is asked for one, and again after a wrong one.
 *
 * @throws CliError 3 if the code is wrong, or none was given and nobody can be asked
 */
export async function giveSecondFactor(
  ticket: string,
  code: string | undefined,
  context: CommandContext,
): Promise<RawAnswer> {
  const { phrase, settings } = context
  if (code !== undefined) return send(ticket, code, context)
  if (!settings.mayAsk)
    throw new CliError('second_factor_missing', exitCodes.notSignedIn, phrase('error.secondFactor'), {
      hint: phrase('hint.secondFactor'),
      field: '--code',
    })
  const { askCode } = await loadScreen(() => import('../ui/screen/code-question.tsx'))
  let refusal: string | undefined
  for (let tried = 1; ; tried += 1) {
    const typed = await askCode(refusal, context)
    try {
      return await send(ticket, typed, context)
    } catch (error) {
      if (!(error instanceof CliError) || error.code !== 'second_factor_wrong' || tried === TRIES) throw error
      refusal = error.message
    }
  }
}

/** Sends the code. Six digits are a code of the authenticator app; anything else is a recovery code. */
function send(ticket: string, given: string, { api }: CommandContext): Promise<RawAnswer> {
  const text = given.replaceAll(/\s/g, '')
  const factor = /^\d{6}$/.test(text) ? { code: text } : { recovery_code: text }
  return api
    .as(undefined)
    .rawGood({ method: 'POST', path: '/api/user/login/second_factor', body: { ticket, ...factor } })
}
