import { defineCommand } from '../../define-command.ts'
import { listOf } from '../../output-schema.ts'

export const optionList = defineCommand({
  path: 'option list',
  summary: { en: 'Lists site settings', zh: '列出系统设置' },
  examples: [
    'tollgate option list --changed',
    'tollgate option list --search Retry --json',
    'tollgate option list -q',
  ],
  options: {
    changed: {
      flag: '--changed',
      help: { en: 'Only settings that differ from the built-in values', zh: '只显示与内置值不同的设置' },
    },
    search: {
      flag: '--search <text>',
      help: { en: 'Only names containing this text', zh: '名称包含此文本' },
    },
  },
  isList: 'whole',
  operations: ['listOptions'],
  output: listOf({ $ref: 'Option' }),
  run: async ({ search, changed }, { api }) => {
    const wanted = search?.toLowerCase() ?? ''
    return (await api.get('/api/option/')).filter(
      ({ key, is_default: isDefault }) => key.toLowerCase().includes(wanted) && !(changed && isDefault),
    )
  },
  quiet: ({ key }) => key,
  table: {
    columns: [
      { key: 'key', room: 'keep' },
      {
        key: 'value',
        room: 'shorten',
        value: ({ value, is_secret: isSecret, is_set: isSet }) => {
          if (isSecret) return isSet ? '***' : ''
          return value.length > 60 ? `${value.slice(0, 57)}...` : value
        },
      },
      { key: 'is_default', heading: { en: 'built in', zh: '内置值' } },
    ],
    empty: { en: 'No matching settings.', zh: '没有符合条件的设置。' },
  },
})
