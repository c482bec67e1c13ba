import { defineCommand } from '../../define-command.ts'
import { fields, listOf } from '../../output-schema.ts'
import { readGroups } from './group-object.ts'

export const groupList = defineCommand({
  path: 'group list',
  summary: { en: 'Lists the price groups you can use', zh: '列出可用的价格分组' },
  examples: ['tollgate group list', 'tollgate group list --every', 'tollgate group list --json'],
  options: {
    every: {
      flag: '--every',
      help: { en: 'All groups (administrators)', zh: '列出全部分组（管理员）' },
    },
  },
  isList: 'whole',
  operations: ['listOwnGroups'],
  output: listOf(fields({ name: 'string', description: 'string', ratio: 'number', ratio_exact: 'string' })),
  run: async ({ every }, context) => {
    if (every)
      return (await readGroups(context)).map(({ name, ratio, description }) => ({
        name,
        description: description ?? '',
        ratio: Number(ratio),
        ratio_exact: ratio,
      }))
    const groups = await context.api.get('/api/user/self/groups')
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
      { key: 'name', room: 'name' },
      { key: 'ratio', room: 'keep', align: 'right', value: ({ ratio_exact: ratio }) => ratio },
      { key: 'description', room: 'shorten' },
    ],
  },
})
