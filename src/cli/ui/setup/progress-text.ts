import type { CommandContext } from '../../define-command.ts'
import type { Phrase } from '../../phrases/phrases.ts'
import { drawExplanation } from '../explanation.ts'
import { createMoney } from '../money.ts'
import { drawDetails } from '../table.ts'
import { localTime } from '../time.ts'
import type { Progress } from './setup-session.ts'

/** Describes the channel in one line. */
export const channelText = (
  { name, label, models }: NonNullable<Progress['channel']>,
  phrase: Phrase,
): string =>
  phrase('setup.done.channel', {
    name,
    label,
    models: models.length <= 2 ? models.join(', ') : phrase('setup.done.models', { count: models.length }),
  })

/**
 * Returns the message for users who leave midway: the reason, then what has been done.
 * @param found what existed when setup began
 */
export function leftText(message: string, done: Progress, found: Progress, phrase: Phrase): string {
  const { account, channel, token, mode } = done
  const remarks = [
    ...(account === undefined || account === found.account ? [] : [phrase('setup.left.account', account)]),
    ...(channel === undefined || channel === found.channel
      ? []
      : [phrase('setup.left.channel', { name: channel.name })]),
    ...(token === undefined ? [] : [phrase('setup.left.token', { name: token.name })]),
  ]
  // If the mode is set, the account exists, even if signing in failed.
  if (remarks.length === 0 && mode === undefined) remarks.push(phrase('setup.left.nothing'))
  return remarks.reduce((before, remark) => phrase('setup.left.after', { before, remark }), message)
}

/**
 * Returns the text that stays on the screen after setup: what was created, how to call it, and the explanation of the
 * first request.
 */
export async function summaryOf(done: Progress, context: CommandContext): Promise<string> {
  const { phrase, settings, quotaPerUnit } = context
  const money = createMoney(await quotaPerUnit())
  const lines: [string, string][] = []
  if (done.account) lines.push([phrase('setup.stage.account'), phrase('setup.done.account', done.account)])
  if (done.mode) lines.push([phrase('setup.stage.mode'), phrase(`setup.mode.${done.mode}`)])
  if (done.channel) lines.push([phrase('setup.stage.channel'), channelText(done.channel, phrase)])
  if (done.token)
    lines.push(
      [
        phrase('setup.stage.token'),
        `${done.token.name}  ${done.token.quota === undefined ? phrase('word.unlimited') : money.both(done.token.quota)}`,
      ],
      [phrase('secret.key'), `${done.token.key}  ${phrase('setup.keyOnce')}`],
    )
  const blocks = [phrase('setup.finished'), await drawDetails(lines)]
  if (done.channel === undefined) blocks.push(phrase('hint.createChannel'))
  if (done.token === undefined) blocks.push(phrase('hint.createToken'))
  const model = done.channel?.test?.model ?? done.channel?.models[0]
  if (done.token && model !== undefined) blocks.push(curlOf(settings.url.value, done.token.key, model))
  if (done.unpriced !== undefined) blocks.push(phrase('hint.setPrice', { model: done.unpriced }))
  if (done.call?.answer) blocks.push(done.call.answer.text.trim())
  if (done.call?.explanation)
    blocks.push(await drawExplanation(done.call.explanation, { phrase, money, time: localTime }))
  return `${blocks.map((each) => each.trimEnd()).join('\n\n')}\n`
}

/** Returns a command that can be pasted into a shell as it is. */
function curlOf(url: string, key: string, model: string): string {
  const body = JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] }).replaceAll(
    "'",
    "'\\''",
  )
  return [
    `curl ${url}/v1/chat/completions \\`,
    `-H 'Authorization: Bearer ${key}' \\`,
    `-H 'Content-Type: application/json' \\`,
    `-d '${body}'`,
  ].join('\n')
}
