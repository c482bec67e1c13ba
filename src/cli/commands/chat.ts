import { CliError, usageError } from '../cli-error.ts'
import { type ChatMessage, callChat } from '../client/gateway-chat.ts'
import { priceOfCall } from '../client/price-of-call.ts'
import { type CommandContext, defineCommand } from '../define-command.ts'
import { exitCodes } from '../exit-codes.ts'
import { isSecretGiven, readSecret, secretOptions, tokenName } from '../input/secret.ts'
import { readAll } from '../io.ts'
import { fields } from '../output-schema.ts'
import type { Phrase } from '../phrases/phrases.ts'
import { plainText } from '../ui/plain-text.ts'
import { priceLine } from '../ui/price-line.ts'
import { version } from '../version.ts'
import { findToken, readableKey, type Token } from './token/token-object.ts'

const { secretStdin, secretFile, secretEnv, secretValue } = secretOptions('token-key')

export const chat = defineCommand({
  path: 'chat',
  summary: {
    en: 'Sends a message to a model through the gateway and shows the cost',
    zh: '通过网关向模型提问，并显示费用',
  },
  examples: [
    'tollgate chat gpt-4o-mini',
    'tollgate chat gpt-4o-mini "Say hello"',
    'tollgate chat gpt-4o-mini --system "Write a commit message" --token-key-env CI_KEY < change.diff',
  ],
  timeoutMs: 120_000,
  args: {
    model: { name: '<model>', help: { en: 'Model to use', zh: '模型' }, pick: 'model' },
    words: { name: '[message...]', help: { en: 'Message, same as -m', zh: '问题，等同于 -m' } },
  },
  options: {
    message: {
      flag: '-m, --message <text>',
      help: {
        en: 'Message; by default read from standard input, or typed',
        zh: '问题；默认读取标准输入，或在终端输入',
      },
    },
    system: {
      flag: '--system <text>',
      help: { en: 'System prompt', zh: '系统提示词' },
    },
    tokenName: {
      flag: '--token <name>',
      help: { en: 'API token to use', zh: '使用此令牌' },
      parse: tokenName,
    },
    secretStdin,
    secretFile,
    secretEnv,
    secretValue,
  },
  exits: [
    exitCodes.notSignedIn,
    exitCodes.notAllowed,
    exitCodes.notFound,
    exitCodes.quota,
    exitCodes.unavailable,
  ],
  operations: ['listTokenLogs'],
  output: fields({
    request_id: 'string',
    model: 'string',
    text: 'string',
    finish_reason: ['string', 'null'],
    usage: ['object', 'null'],
    token: ['string', 'null'],
    quota_exact: ['string', 'null'],
  }),
  async run(values, context) {
    const { api, io, phrase, say, settings, quotaPerUnit } = context
    if (values.secretStdin && values.message === undefined && values.words === undefined)
      throw usageError(phrase('usage.notTogether', { first: '--token-key-stdin', second: 'stdin' }), {
        hint: phrase('hint.chatMessage'),
      })
    const payer = await findPayer(values, context)
    if (values.message !== undefined && values.words !== undefined)
      throw usageError(phrase('usage.notTogether', { first: '--message', second: '<message>' }))
    const given = values.message ?? values.words?.join(' ')
    const messages = conversation(values.system, await readMessage(given, context))
    const { model } = values
    if (values.isCurl) {
      const body = { model, messages, stream: true }
      await api
        .as({ kind: 'token', token: payer.key })
        .raw({ method: 'POST', path: '/v1/chat/completions', body })
    }
    // People see the words as they arrive; all other formats get the whole text at the end.
    const isStreamed = settings.output === 'table' && !settings.isQuiet
    const answer = await callChat({
      url: settings.url.value,
      key: payer.key,
      model,
      messages,
      timeoutMs: settings.timeoutMs,
      phrase,
      userAgent: `tollgate/${version}`,
      onText: (text) => void (isStreamed && io.stdout.write(plainText(text))),
    })
    if (isStreamed && !answer.text.endsWith('\n')) io.stdout.write('\n')
    const quota = await priceOfCall(api, payer.key, answer.requestId)
    if (settings.output === 'table') say(priceLine(answer, quota, await quotaPerUnit(), phrase))
    return {
      request_id: answer.requestId,
      model: answer.model,
      text: answer.text,
      finish_reason: answer.finishReason,
      usage: answer.usage,
      token: payer.name,
      quota_exact: quota ?? null,
    }
  },
  // A conversation, if someone can type and the command line has no message.
  screen: (values) =>
    values.message !== undefined || values.words !== undefined || values.secretStdin
      ? undefined
      : Promise.resolve(async (given, context) => {
          const payer = await findPayer(given, context)
          const { converse } = await import('../ui/chat/chat-screen.tsx')
          return converse({ model: given.model, system: given.system, key: payer.key }, context)
        }),
  text: () => '',
  quiet: ({ text }) => text,
})

const conversation = (system: string | undefined, content: string): ChatMessage[] => [
  ...(system === undefined ? [] : [{ role: 'system' as const, content: system }]),
  { role: 'user', content },
]

/** Reads the message from the flag or standard input. @throws CliError `usage` when there is no message */
async function readMessage(message: string | undefined, { io, phrase }: CommandContext): Promise<string> {
  const text = (message ?? (io.stdin.isTTY ? '' : await readAll(io.stdin))).trim()
  if (text !== '') return text
  throw usageError(phrase('usage.chatMessage'), { hint: phrase('hint.chatMessage'), field: '--message' })
}

interface Payer {
  readonly key: string
  /** null = only the key is known. */
  readonly name: string | null
}

/**
 * Finds the key to use: the given one, that of the named API token, or that of the account's oldest token that may call
 * the model.
 * @throws CliError 5 when there is none
 */
async function findPayer(
  values: {
    readonly model: string
    readonly tokenName: string | undefined
    readonly secretStdin: boolean | undefined
    readonly secretFile: string | undefined
    readonly secretEnv: string | undefined
    readonly secretValue: unknown
  },
  context: CommandContext,
): Promise<Payer> {
  const { api, phrase } = context
  if (isSecretGiven(values)) {
    const key = await readSecret('token-key', values, context)
    return { key: key ?? '', name: null }
  }
  if (values.tokenName !== undefined) {
    return payerOf(await findToken(values.tokenName, context), phrase)
  }
  const tokens = await api.list('/api/token/', {}, { limit: undefined, isLookup: true })
  const usable = tokens
    .filter((token) => mayCall(token, values.model, context.now() / 1000))
    .sort((a, b) => a.id - b.id)
  const [first] = usable
  if (first === undefined)
    throw new CliError(
      'token_not_found',
      exitCodes.notFound,
      phrase('error.noUsableToken', { model: values.model }),
      {
        hint: phrase('hint.createToken'),
      },
    )
  return payerOf(first, phrase)
}

const payerOf = (token: Token, phrase: Phrase): Payer => ({
  key: readableKey(token, phrase),
  name: token.name,
})

/** Whether a token may call the model. Its times are checked because its status changes to expired only on use. */
const mayCall = (token: Token, model: string, nowSeconds: number): boolean =>
  token.status === 1 &&
  (token.expired_time === -1 || token.expired_time > nowSeconds) &&
  (token.unlimited_quota || Number(token.remain_quota_exact) > 0) &&
  (!token.model_limits_enabled || token.model_limits.split(',').includes(model))
