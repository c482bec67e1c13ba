import { usageError } from '../../cli-error.ts'
import { given } from '../../client/ensure.ts'
import { defineCommand } from '../../define-command.ts'
import { amountOf, integerOf, toQuota } from '../../input/parsers.ts'
import { readSecret, secretOptions } from '../../input/secret.ts'
import { fields, listOf } from '../../output-schema.ts'
import type { Phrase } from '../../phrases/phrases.ts'
import { periodOptions, readPeriod } from './code-period.ts'

export const codeCreate = defineCommand({
  path: 'code create',
  summary: { en: 'Creates redemption codes', zh: '创建兑换码' },
  examples: [
    'tollgate code create --name welcome --quota 1usd',
    'tollgate code create --name spring -n 10 --quota 5usd -q',
    'tollgate code create --name launch --quota 2usd --gift --max-uses 100 --valid-until 30d',
  ],
  effect: 'write',
  hasDryRun: true,
  showsMoney: true,
  options: {
    name: {
      flag: '--name <name>',
      help: { en: 'Name, 1 to 20 characters', zh: '名称，1 到 20 个字符' },
      required: true,
    },
    quota: {
      flag: '--quota <amount>',
      help: { en: 'Quota it credits: 5usd or 250000 (quota units)', zh: '额度：5usd 或 250000（额度单位）' },
      parse: amountOf('--quota'),
      required: true,
    },
    count: {
      flag: '-n, --count <n>',
      help: { en: 'Number of codes (default: 1)', zh: '数量（默认 1）' },
      parse: integerOf('--count', 1, 100),
    },
    gift: {
      flag: '--gift',
      help: { en: 'Gift code: several accounts may redeem it, once each', zh: '礼品码：多个账户可各用一次' },
    },
    maxUses: {
      flag: '--max-uses <n>',
      help: { en: 'Allowed uses of a gift code, -1 for unlimited', zh: '礼品码可用次数，-1 为不限' },
      parse: usesOf,
    },
    ...periodOptions,
    ...secretOptions('key', undefined, { en: 'code', zh: '兑换码' }),
  },
  operations: ['createRedemptions'],
  output: listOf(fields({ key: ['string', 'null'], name: 'string', quota: 'integer' })),
  run: async (values, context) => {
    const { api, phrase, say } = context
    const quota = await toQuota('--quota', values.quota, context)
    const body = {
      name: values.name,
      quota,
      ...given({
        count: values.count,
        key: await readSecret('key', values, context),
        is_gift: values.gift,
        max_uses: values.maxUses,
      }),
      ...readPeriod(values),
    }
    if (values.dryRun) {
      say(phrase('say.dryRun'))
      return Array.from({ length: values.count ?? 1 }, () => ({ key: null, name: values.name, quota }))
    }
    const keys = await api.post('/api/redemption/', { body })
    return keys.map((key) => ({ key, name: values.name, quota }))
  },
  quiet: ({ key }) => key ?? '',
  table: {
    columns: [
      { key: 'key', room: 'keep' },
      { key: 'name', room: 'name' },
      { key: 'quota', room: 'keep', align: 'right', value: ({ quota }, { money }) => money.both(quota) },
    ],
  },
})

/** Parses `--max-uses`. 0 is refused, because the server interprets it as unlimited. */
function usesOf(text: string, phrase: Phrase): number {
  const uses = integerOf('--max-uses', -1)(text, phrase)
  if (uses === 0) throw usageError(phrase('usage.maxUses'), { field: '--max-uses' })
  return uses
}
