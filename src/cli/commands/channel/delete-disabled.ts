import { defineCommand } from '../../define-command.ts'
import { outcome } from '../../output-schema.ts'

/** Disabled manually and disabled automatically. */
const disabledStatuses = [2, 3]

export const channelDeleteDisabled = defineCommand({
  path: 'channel delete-disabled',
  summary: {
    en: 'Deletes all disabled channels, including those disabled automatically',
    zh: '删除全部已禁用的渠道，包括自动禁用的',
  },
  examples: ['tollgate channel delete-disabled --dry-run', 'tollgate channel delete-disabled --yes'],
  effect: 'destroy',
  hasDryRun: true,
  operations: ['deleteDisabledChannels'],
  output: outcome(['deleted', 'would delete'], { count: 'integer' }),
  run: async ({ dryRun }, { api, confirm, phrase, say }) => {
    const pages = await Promise.all(
      disabledStatuses.map((status) =>
        api.get('/api/channel/', { query: { status, page_size: 1 }, isLookup: true }),
      ),
    )
    const count = pages.reduce((sum, { total }) => sum + total, 0)
    await confirm(phrase('confirm.deleteDisabledChannels', { count }))
    if (dryRun) {
      say(phrase('say.dryRun'))
      return { result: 'would delete', count }
    }
    return { result: 'deleted', count: await api.delete('/api/channel/disabled') }
  },
  details: { fields: ['result', { key: 'count', heading: { en: 'channels', zh: '数量' } }] },
  quiet: ({ count }) => String(count),
})
