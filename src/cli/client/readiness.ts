import { CliError } from '../cli-error.ts'
import type { CommandContext } from '../define-command.ts'
import { exitCodes } from '../exit-codes.ts'

const pollMs = 250

type Source = Pick<CommandContext, 'api' | 'now' | 'say' | 'settings' | 'phrase'>

/**
 * Polls `/readyz` until the server is ready or the time is up; also waits for a server that cannot be reached.
 * @param waitSeconds 0 = check once
 * @returns whether it is ready
 * @throws CliError 9 when it still cannot be reached at the end
 */
export async function waitUntilReady(
  waitSeconds: number,
  { api, now, say, settings, phrase }: Source,
): Promise<boolean> {
  const end = now() + waitSeconds * 1000
  for (let isFirst = true; ; isFirst = false) {
    const isReady = await askReady(api).catch((error: unknown) => {
      if (error instanceof CliError && error.exitCode === exitCodes.unavailable && now() < end) return false
      throw error
    })
    if (isReady || now() >= end) return isReady
    if (isFirst) say(phrase('say.waiting', { url: settings.url.value }))
    await pause()
  }
}

/** Waits until the server is ready. @throws CliError 9 when it is not ready in time */
export async function requireReady(waitSeconds: number, context: Source): Promise<void> {
  if (await waitUntilReady(waitSeconds, context)) return
  const { phrase, settings } = context
  throw new CliError(
    'not_ready',
    exitCodes.unavailable,
    phrase('error.notReady', { url: settings.url.value, seconds: waitSeconds }),
    { hint: phrase('hint.serverLog') },
  )
}

/**
 * Waits until no test or balance run is in progress.
 * @throws CliError 9 when the time is up before that
 */
export async function waitForChannelRun(waitSeconds: number, context: Source): Promise<void> {
  const { api, now, phrase, say } = context
  const end = now() + waitSeconds * 1000
  let told = -1
  for (;;) {
    const run = await api.get('/api/channel/progress', { isLookup: true })
    if (run === null) return
    const progress = { done: run.done, total: run.total }
    if (now() >= end)
      throw new CliError('still_running', exitCodes.unavailable, phrase('error.stillRunning', progress))
    if (run.done !== told) say(phrase('say.waitingForRun', progress))
    told = run.done
    await pause()
  }
}

const askReady = async (api: CommandContext['api']): Promise<boolean> =>
  (await api.raw({ method: 'GET', path: '/readyz', isLookup: true })).response.ok

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, pollMs))
