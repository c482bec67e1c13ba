import { defineCommand } from '../../define-command.ts'

export const channelTypes = defineCommand({
  path: 'channel types',
  summary: { en: 'Lists channel types', zh: '列出渠道类型' },
  examples: ['tollgate channel types', 'tollgate channel types --json'],
  isList: 'whole',
  operations: ['listChannelTypes'],
  output: { $data: 'listChannelTypes' },
  run: (_, { api }) => api.get('/api/channel/types'),
  quiet: ({ slug }) => slug,
  table: {
    columns: [
      { key: 'type', room: 'keep', align: 'right' },
      { key: 'slug', room: 'keep' },
      'label',
      { key: 'models', value: ({ models }) => String(models.length), align: 'right' },
    ],
  },
})
