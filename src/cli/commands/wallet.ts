import { defineCommand } from '../define-command.ts'
import { fields, listOf, numberOf } from '../output-schema.ts'
import { drawDetails, drawTable } from '../ui/table.ts'

/** Log types that record balance changes. */
const entryTypes = { topUp: 1, consumption: 2, administrator: 3, system: 4, checkIn: 5 } as const
const entriesShown = 10

export const wallet = defineCommand({
  path: 'wallet',
  isProse: true,
  summary: {
    en: 'Shows your balance, held and spent quota, and the latest entries',
    zh: '显示余额、预扣、已用额度和最近记录',
  },
  examples: ['tollgate wallet', 'tollgate wallet --json', 'tollgate wallet -q'],
  showsMoney: true,
  operations: ['getSelf', 'listTokens', 'listOwnLogs'],
  output: fields({
    id: 'integer',
    username: 'string',
    group: 'string',
    quota: 'integer',
    quota_exact: 'string',
    held_quota: 'integer',
    held_quota_exact: 'string',
    used_quota: 'integer',
    used_quota_exact: 'string',
    request_count: 'integer',
    tokens: 'integer',
    entries: listOf(
      fields({
        created_at: 'integer',
        type: numberOf('logType'),
        quota_exact: 'string',
        token_name: 'string',
        model_name: 'string',
        content: 'string',
      }),
    ),
  }),
  run: async (_, { api }) => {
    const [self, tokens, logs] = await Promise.all([
      api.get('/api/user/self'),
      api.get('/api/token/', { query: { page_size: 1 } }),
      api.list('/api/log/self', {}, { limit: entriesShown * 5 }),
    ])
    const types: readonly number[] = Object.values(entryTypes)
    const entries = logs
      .filter(({ type }) => types.includes(type))
      .slice(0, entriesShown)
      .map((each) => ({
        created_at: each.created_at,
        type: each.type,
        quota_exact: each.quota_exact,
        token_name: each.token_name,
        model_name: each.model_name,
        content: each.content,
      }))
    return {
      id: self.id,
      username: self.username,
      group: self.group,
      quota: self.quota,
      quota_exact: self.quota_exact,
      held_quota: self.held_quota,
      held_quota_exact: self.held_quota_exact,
      used_quota: self.used_quota,
      used_quota_exact: self.used_quota_exact,
      request_count: self.request_count,
      tokens: tokens.total,
      entries,
    }
  },
  text: async (data, { money, phrase, time, widthMax }) => {
    const head = await drawDetails([
      [phrase('wallet.balance'), money.both(data.quota_exact)],
      [phrase('wallet.held'), money.both(data.held_quota_exact)],
      [phrase('wallet.spent'), money.both(data.used_quota_exact)],
      [phrase('wallet.requests'), String(data.request_count)],
      [phrase('wallet.tokens'), String(data.tokens)],
      [phrase('explain.group'), data.group],
    ])
    if (data.entries.length === 0) return head
    const cells = {
      headings: ['', '', '', '', ''],
      rows: data.entries.map((each) => [
        time(each.created_at),
        phrase(`logType.${each.type as 1 | 2 | 3 | 4 | 5}`),
        each.quota_exact === '0'
          ? ''
          : each.type === entryTypes.consumption
            ? money.call(each.quota_exact)
            : money.signed(each.quota_exact),
        [each.model_name, each.token_name].filter(Boolean).join('  '),
        each.type === entryTypes.consumption ? '' : each.content,
      ]),
      rightAligned: new Set([2]),
      room: [{ rank: 2 }, { rank: 1 }, { room: 'keep' }, { room: 'shorten' }, { room: 'shorten' }] as const,
    }
    const table = await drawTable(cells, widthMax)
    return `${head}\n${table.slice(table.indexOf('\n') + 1)}`
  },
  quiet: ({ quota }) => String(quota),
})
