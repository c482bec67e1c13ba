import { defineCommand } from '../../define-command.ts'
import { fields, listOf } from '../../output-schema.ts'

export const groupList = defineCommand({
  path: 'group list',
  summary: { en: 'Lists the price groups you may use', zh: '列出可用的价格分组' },
  examples: ['tollgate group list', 'tollgate group list --json'],
  operations: ['listOwnGroups'],
  output: listOf(fields({ name: 'string', description: 'string', ratio: 'number', ratio_exact: 'string' })),
  run: async (_, { api }) => {
    const groups = await api.get('/api/user/self/groups')
    return Object.entries(groups).map(([name, { desc, ratio, ratio_exact: exact }]) => ({
      name,
      description: desc,
      ratio,
      ratio_exact: exact ?? String(ratio),
    }))
  },
  quiet: ({ name }) => name,
  table: {
    columns: [
      'name',
      { key: 'ratio', align: 'right', value: ({ ratio_exact: ratio }) => ratio },
      'description',
    ],
  },
})
