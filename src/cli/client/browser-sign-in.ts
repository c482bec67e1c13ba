import { createHash, randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline'
import { CliError } from '../cli-error.ts'
import type { CommandContext } from '../define-command.ts'
import { exitCodes } from '../exit-codes.ts'
import { type BrowserAnswer, openDoor } from './browser-answer.ts'
import { openBrowser } from './open-browser.ts'
import { isExposed, type SignedIn, saveContext, tokenName } from './sign-in.ts'

/** How long the user may take in the browser. */
const WAIT_MS = 600_000

/**
 * Signs in through the console, which asks the user for permission and returns a code that is only valid together with
 * the verifier kept by this process.
 *
 * @param isListening false = the browser is on another machine, and the code is pasted
 * @throws CliError 3 when the user refuses, takes too long, or the code is not accepted
 */
export async function signInByBrowser(isListening: boolean, context: CommandContext): Promise<SignedIn> {
  const { settings, phrase, say } = context
  if (isExposed(settings.url.value)) say(phrase('say.plainHttp', { url: settings.url.value }))
  const verifier = randomBytes(32).toString('base64url')
  const request = {
    challenge: createHash('sha256').update(verifier).digest('base64url'),
    name: tokenName(),
  }
  if (!isListening) {
    say(phrase('say.openAddress', { url: addressOf(settings.url.value, request) }))
    return redeem(await readCode(context), verifier, context)
  }
  const state = randomBytes(16).toString('base64url')
  const door = await openDoor(state)
  try {
    const address = addressOf(settings.url.value, { ...request, state, port: String(door.port) })
    say(phrase('say.openingBrowser', { url: address }))
    openBrowser(address, context.io.env)
    const answer = await withTimeout(door.answer, context)
    return await signInWith(answer, verifier, context)
  } finally {
    door.close()
  }
}

async function signInWith(
  answer: BrowserAnswer,
  verifier: string,
  context: CommandContext,
): Promise<SignedIn> {
  const { phrase } = context
  if (answer.code === undefined) {
    await answer.close(phrase('say.closePage'))
    throw new CliError('sign_in_refused', exitCodes.notSignedIn, phrase('error.signInRefused'))
  }
  try {
    const signedIn = await redeem(answer.code, verifier, context)
    await answer.close(`${phrase('say.signedIn', { ...signedIn })}\n${phrase('say.closePage')}`)
    return signedIn
  } catch (error) {
    await answer.close(phrase('say.seeTerminal'))
    throw error
  }
}

async function redeem(code: string, verifier: string, context: CommandContext): Promise<SignedIn> {
  const { api, settings } = context
  const { token, user } = await api
    .as(undefined)
    .post('/api/user/login/terminal', { body: { code: code.trim(), verifier } })
  const { id, username, role } = user
  return saveContext(
    { url: settings.url.value, token: token.token, tokenId: token.id, user: { id, username, role } },
    context,
  )
}

const addressOf = (url: string, query: Readonly<Record<string, string>>): string =>
  `${url.replace(/\/$/, '')}/app/terminal?${new URLSearchParams(query)}`

async function withTimeout<Value>(answer: Promise<Value>, { phrase }: CommandContext): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new CliError('sign_in_refused', exitCodes.notSignedIn, phrase('error.signInLate'))),
      WAIT_MS,
    )
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Reads the first non-empty line that is typed or piped in. @throws CliError 3 when there is none */
async function readCode({ io, phrase }: CommandContext): Promise<string> {
  if (io.stdin.isTTY) io.stderr.write(`${phrase('ask.code')} `)
  const lines = createInterface({ input: io.stdin })
  try {
    for await (const line of lines) if (line.trim() !== '') return line
  } finally {
    lines.close()
  }
  throw new CliError('sign_in_refused', exitCodes.notSignedIn, phrase('error.noCode'))
}
