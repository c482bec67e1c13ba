import { defineCommand } from '../../define-command.ts'
import { outcome } from '../../output-schema.ts'

export const codeDeleteDisabled = defineCommand({
  path: 'code delete-disabled',
  summary: { en: 'Deletes all disabled redemption codes', zh: '删除全部已禁用的兑换码' },
  examples: ['tollgate code delete-disabled --dry-run', 'tollgate code delete-disabled --yes'],
  effect: 'destroy',
  hasDryRun: true,
  operations: ['deleteDisabledRedemptions'],
  output: outcome(['deleted', 'would delete'], { count: 'integer' }),
  run: async ({ dryRun }, { api, confirm, phrase, say }) => {
    const { disabled } = await api.get('/api/redemption/stats', { isLookup: true })
    await confirm(phrase('confirm.deleteDisabled', { count: disabled }))
    if (dryRun) {
      say(phrase('say.dryRun'))
      return { result: 'would delete', count: disabled }
    }
    return { result: 'deleted', count: await api.delete('/api/redemption/delete-disabled') }
  },
  details: { fields: ['result', { key: 'count', heading: { en: 'codes', zh: '数量' } }] },
  quiet: ({ count }) => String(count),
})
