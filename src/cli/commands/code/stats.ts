import { given } from '../../client/ensure.ts'
import { defineCommand } from '../../define-command.ts'

export const codeStats = defineCommand({
  path: 'code stats',
  summary: {
    en: 'Counts redemption codes by status and totals their value',
    zh: '按状态统计兑换码数量和金额',
  },
  examples: ['tollgate code stats', 'tollgate code stats --name welcome --json'],
  showsMoney: true,
  options: {
    name: { flag: '--name <name>', help: { en: 'Only codes with exactly this name', zh: '仅统计此名称' } },
  },
  operations: ['getRedemptionStats'],
  output: { $data: 'getRedemptionStats' },
  run: ({ name }, { api }) => api.get('/api/redemption/stats', { query: given({ name }) }),
  details: {
    fields: [
      { key: 'unused', heading: { en: 'unused', zh: '未使用' } },
      { key: 'expired', heading: { en: 'expired', zh: '已过期' } },
      { key: 'disabled', heading: { en: 'disabled', zh: '已禁用' } },
      { key: 'used', heading: { en: 'used', zh: '已使用' } },
      { key: 'unlimited', heading: { en: 'unlimited gift codes', zh: '不限次礼品码' } },
      { key: 'redemptions', heading: { en: 'redemptions', zh: '兑换次数' } },
      {
        key: 'outstanding_quota_exact',
        heading: { en: 'outstanding', zh: '未兑换金额' },
        value: ({ outstanding_quota_exact: quota }, { money }) => money.both(quota),
      },
      {
        key: 'redeemed_quota_exact',
        heading: { en: 'redeemed', zh: '已兑换金额' },
        value: ({ redeemed_quota_exact: quota }, { money }) => money.both(quota),
      },
    ],
  },
  quiet: ({ outstanding_quota_exact: quota }) => quota,
})
