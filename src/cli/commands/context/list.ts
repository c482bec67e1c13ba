import { defineCommand } from '../../define-command.ts'
import { fields, listOf } from '../../output-schema.ts'

export const contextList = defineCommand({
  path: 'context list',
  summary: { en: 'Lists the saved contexts', zh: '列出已保存的上下文' },
  examples: ['tollgate context list', 'tollgate context list -q'],
  isContextFree: true,
  isReadinessIrrelevant: true,
  isList: 'whole',
  operations: [],
  output: listOf(
    fields({
      name: 'string',
      url: 'string',
      username: 'string',
      is_signed_in: 'boolean',
      current: 'boolean',
    }),
  ),
  run: async (_, { contexts, settings }) => {
    const stored = await contexts.read()
    return Object.entries(stored.contexts).map(([name, each]) => ({
      name,
      url: each.url,
      username: each.user?.username ?? '',
      is_signed_in: each.token !== undefined,
      current: name === settings.contextName.value,
    }))
  },
  quiet: ({ name }) => name,
  table: {
    columns: [
      {
        key: 'current',
        room: 'keep',
        heading: { en: '', zh: '' },
        value: ({ current }) => (current ? '*' : ''),
      },
      { key: 'name', room: 'keep' },
      { key: 'url', room: 'name' },
      'username',
    ],
    empty: {
      en: 'No contexts yet. Add one with: tollgate login <address>',
      zh: '还没有上下文。添加：tollgate login <地址>',
    },
  },
})
