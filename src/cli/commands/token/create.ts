import { createHash, randomBytes } from 'node:crypto'
import { CliError } from '../../cli-error.ts'
import { existsProblem, replayOrFail } from '../../client/find-object.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { integerOf } from '../../input/parsers.ts'
import { either, fields, listOf } from '../../output-schema.ts'
import { readTokenFields, tokenFieldOptions } from './token-fields.ts'
import { clientKey, findTokenByName, remaining, type Token } from './token-object.ts'

/** One dollar at the default rate, as in the console's form. */
const defaultQuota = 500_000
const suffixLetters = 'abcdefghijkmnpqrstuvwxyz23456789'

export const tokenCreate = defineCommand({
  path: 'token create',
  summary: { en: 'Creates an API token and prints its key once', zh: '创建令牌并显示一次密钥' },
  examples: [
    'tollgate token create --name ci --quota 5usd',
    'tollgate token create --name ci --quota 5usd --models gpt-4o-mini --expires 30d -q',
    'tollgate token create --name team -n 10 --unlimited --json',
  ],
  effect: 'write',
  hasDryRun: true,
  showsMoney: true,
  options: {
    name: { flag: '--name <name>', help: { en: 'Display name', zh: '名称' }, required: true },
    count: {
      flag: '-n, --count <n>',
      help: { en: 'Create several; names after the first get a suffix', zh: '批量创建；第二个起名称加后缀' },
      parse: integerOf('--count', 1, 100),
    },
    ...tokenFieldOptions,
    quota: {
      ...tokenFieldOptions.quota,
      help: {
        en: 'Quota it may spend: 5usd or 250000 (quota units; default: 500000)',
        zh: '额度：5usd 或 250000（额度单位，默认 500000）',
      },
      isAskedToo: true,
    },
  },
  exits: [exitCodes.conflict, exitCodes.partial],
  operations: ['createToken'],
  output: listOf(
    either(
      { $ref: 'Token' },
      fields({
        id: 'null',
        name: 'string',
        key: 'null',
        unlimited_quota: 'boolean',
        remain_quota: 'integer',
        remain_quota_exact: 'string',
      }),
    ),
  ),
  run: async ({ name, count = 1, dryRun, ...values }, context) => {
    const { api, phrase, say } = context
    const fields = await readTokenFields(values, context)
    const existing = await findTokenByName(name, context)
    const body = { remain_quota: defaultQuota, ...fields }
    const names = [
      name,
      ...Array.from({ length: count - 1 }, (_, at) => `${name.slice(0, 23)}-${suffix(api.givenKey, at)}`),
    ]
    const problem = existing && existsProblem('token', name, existing.id, phrase)
    if (problem && (dryRun || api.givenKey === undefined)) throw problem
    if (dryRun) {
      say(phrase('say.dryRun'))
      return names.map((each) => planned(each, body))
    }
    const made: Created[] = []
    try {
      for (const [at, each] of names.entries()) {
        const post = (isReplayOnly: boolean) =>
          api.post('/api/token/', { body: { ...body, name: each }, isReplayOnly })
        const isTaken = at === 0 && problem !== undefined
        made.push(created(await (isTaken ? replayOrFail(problem, api, () => post(true)) : post(false))))
      }
    } catch (error) {
      if (made.length === 0 || !(error instanceof CliError)) throw error
      throw new CliError(
        'partial',
        exitCodes.partial,
        phrase('error.partial', { done: made.length, total: count, message: error.message }),
        {
          hint: phrase('hint.partialTokens', { names: made.map((each) => each.name).join(', ') }),
          cause: error,
        },
      )
    }
    say(phrase('say.tokenOnce'))
    return made
  },
  quiet: ({ key }) => key ?? '',
  table: {
    columns: [
      { key: 'id', room: 'keep', value: ({ id }) => (id === null ? '-' : String(id)) },
      { key: 'name', room: 'name' },
      { key: 'key', room: 'keep' },
      { key: 'remain_quota', align: 'right', value: (row, view) => remaining(row, view) },
    ],
  },
})

type Created = Omit<Token, 'key' | 'id'> & { readonly id: number | null; readonly key: string | null }

const created = (token: Token): Created => ({ ...token, key: clientKey(token.key) })

/** Returns what `--dry-run` shows: the requested fields, without values that only the server knows. */
const planned = (
  name: string,
  body: { readonly remain_quota: number; readonly unlimited_quota?: boolean },
): Created =>
  ({
    unlimited_quota: false,
    ...body,
    remain_quota_exact: String(body.remain_quota),
    id: null,
    name,
    key: null,
  }) as Created

/**
 * Returns a suffix that is random, or derived from the idempotency key, so that a repeated step uses the same names.
 */
const suffix = (givenKey: string | undefined, at: number): string => {
  const bytes =
    givenKey === undefined ? randomBytes(6) : createHash('sha256').update(`${givenKey} ${at}`).digest()
  return Array.from(bytes.subarray(0, 6), (byte) => suffixLetters[byte % suffixLetters.length]).join('')
}
