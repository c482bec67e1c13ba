import { defineCommand } from '../define-command.ts'

export const redeem = defineCommand({
  path: 'redeem',
  summary: { en: 'Redeems a code into your account', zh: '兑换额度' },
  examples: ['tollgate redeem 1b2c3d4e5f60718293a4b5c6d7e8f901', 'tollgate redeem "$CODE" --json'],
  effect: 'write',
  showsMoney: true,
  args: { code: { name: '<code>', help: { en: 'Redemption code', zh: '兑换码' } } },
  operations: ['redeemCode'],
  output: { $ref: 'Topup' },
  run: ({ code }, { api }) => api.post('/api/user/topup', { body: { key: code.trim() } }),
  details: {
    fields: [{ key: 'quota', value: ({ quota_exact: quota }, { money }) => money.both(quota) }, 'is_gift'],
  },
  quiet: ({ quota }) => String(quota),
})
