import { usageError } from '../cli-error.ts'
import { problemOf } from '../client/api-problem.ts'
import { type CommandContext, defineCommand } from '../define-command.ts'
import { exitCodes } from '../exit-codes.ts'
import { readTextFile } from '../input/secret.ts'
import { readAll } from '../io.ts'
import { forStream } from '../ui/plain-text.ts'

const methods: readonly string[] = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']

export const api = defineCommand({
  path: 'api',
  summary: { en: 'Calls any endpoint and prints the response unchanged', zh: '调用任意接口并原样输出' },
  examples: [
    'tollgate api GET /api/status',
    'tollgate api PUT /api/option/ --data \'{"key":"RetryTimes","value":"3"}\'',
    'tollgate api POST /api/channel/ --data @channel.json --curl',
  ],
  effect: 'write',
  isRaw: true,
  args: {
    method: { name: '<method>', help: { en: 'GET, POST, PUT, DELETE', zh: 'GET、POST、PUT、DELETE' } },
    path: {
      name: '<path>',
      help: {
        en: 'Path with optional query, such as /api/status',
        zh: '路径，可带查询参数，例如 /api/status',
      },
    },
  },
  options: {
    data: {
      flag: '-d, --data <json>',
      help: {
        en: 'Request body: JSON, @file, or - for standard input',
        zh: '请求体：JSON、@文件，或 - 表示标准输入',
      },
    },
  },
  exits: [
    exitCodes.notSignedIn,
    exitCodes.notAllowed,
    exitCodes.notFound,
    exitCodes.conflict,
    exitCodes.rejected,
    exitCodes.quota,
  ],
  operations: [],
  output: { description: 'The response, unchanged.' },
  run: async ({ method: typed, path, data }, context) => {
    const { phrase, io } = context
    const method = typed.toUpperCase()
    if (!methods.includes(method)) throw usageError(phrase('usage.method', { text: typed }))
    // Anything other than a path on this server would send the token elsewhere.
    if (!path.startsWith('/') || path.startsWith('//'))
      throw usageError(phrase('usage.apiPath', { text: path }))
    const body = data === undefined ? undefined : await readBody(data, context)
    const answer = await context.api.raw({ method, path, body })
    if (!answer.response.ok) {
      // The whole response is printed even if it is a refusal; the exit code tells which kind.
      if (answer.body !== undefined) io.stdout.write(forStream(textOf(answer.body), io.stdout))
      throw problemOf(answer.response, answer.body, phrase)
    }
    return answer.body
  },
  text: textOf,
  quiet: () => '',
})

function textOf(body: unknown): string {
  if (typeof body !== 'string') return `${JSON.stringify(body, null, 2)}\n`
  return body.endsWith('\n') ? body : `${body}\n`
}

async function readBody(data: string, { io, phrase }: CommandContext): Promise<unknown> {
  const text =
    data === '-'
      ? await readAll(io.stdin)
      : data.startsWith('@')
        ? await readTextFile(data.slice(1), phrase)
        : data
  try {
    return JSON.parse(text)
  } catch (error) {
    throw usageError(
      phrase('usage.json', { flag: '--data', reason: error instanceof Error ? error.message : '' }),
      { field: '--data' },
    )
  }
}
