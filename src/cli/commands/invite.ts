import { defineCommand } from '../define-command.ts'
import { amountOf, toQuota } from '../input/parsers.ts'
import { fields } from '../output-schema.ts'

export const invite = defineCommand({
  path: 'invite',
  summary: {
    en: 'Shows your invite link and its earnings; can move earnings to your balance',
    zh: '显示邀请链接和收益，并可将收益划转到余额',
  },
  examples: ['tollgate invite', 'tollgate invite -q', 'tollgate invite --transfer 5usd'],
  effect: 'write',
  showsMoney: true,
  options: {
    transfer: {
      flag: '--transfer <amount>',
      help: {
        en: 'Move this much of the earnings first: 5usd or 500000 (quota units)',
        zh: '先划转的收益：5usd 或 500000（额度单位）',
      },
      parse: amountOf('--transfer'),
    },
  },
  operations: ['getAffCode', 'getSelf', 'transferAffQuota'],
  output: fields({
    code: 'string',
    link: 'string',
    aff_count: 'integer',
    aff_quota: 'integer',
    aff_quota_exact: 'string',
    aff_history_quota: 'integer',
    aff_history_quota_exact: 'string',
    quota: 'integer',
    quota_exact: 'string',
  }),
  run: async ({ transfer }, context) => {
    const { api, settings } = context
    if (transfer !== undefined) {
      const quota = await toQuota('--transfer', transfer, context)
      await api.post('/api/user/aff_transfer', { body: { quota } })
    }
    const [code, self, site] = await Promise.all([
      api.get('/api/user/aff'),
      api.get('/api/user/self'),
      api.get('/api/status'),
    ])
    const address = (site.server_address || settings.url.value).replace(/\/+$/, '')
    return {
      code,
      link: `${address}/register?aff=${encodeURIComponent(code)}`,
      aff_count: self.aff_count,
      aff_quota: self.aff_quota,
      aff_quota_exact: self.aff_quota_exact,
      aff_history_quota: self.aff_history_quota,
      aff_history_quota_exact: self.aff_history_quota_exact,
      quota: self.quota,
      quota_exact: self.quota_exact,
    }
  },
  details: {
    fields: [
      { key: 'link', heading: { en: 'link', zh: '邀请链接' } },
      { key: 'aff_count', heading: { en: 'invited', zh: '邀请人数' } },
      {
        key: 'aff_quota_exact',
        heading: { en: 'pending earnings', zh: '待划转收益' },
        value: ({ aff_quota_exact: quota }, { money }) => money.both(quota),
      },
      {
        key: 'aff_history_quota_exact',
        heading: { en: 'total earnings', zh: '总收益' },
        value: ({ aff_history_quota_exact: quota }, { money }) => money.both(quota),
      },
      {
        key: 'quota_exact',
        heading: { en: 'balance', zh: '余额' },
        value: ({ quota_exact: quota }, { money }) => money.both(quota),
      },
    ],
  },
  quiet: ({ link }) => link,
})
