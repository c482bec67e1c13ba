import { defineCommand } from '../../define-command.ts'

export const groupList = defineCommand({
  path: 'group list',
  summary: { en: 'Lists the price groups you may use', zh: '列出可用的价格分组' },
  examples: ['tollgate group list', 'tollgate group list --json'],
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
