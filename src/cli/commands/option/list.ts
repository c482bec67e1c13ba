import { defineCommand } from '../../define-command.ts'
import { listOf } from '../../output-schema.ts'

export const optionList = defineCommand({
  path: 'option list',
  summary: { en: 'Lists the settings of the site', zh: '列出系统设置' },
  examples: ['tollgate option list', 'tollgate option list --search Retry --json'],
  options: {
    search: { flag: '--search <text>', help: { en: 'Only names with this text', zh: '名称包含此文本' } },
  },
  operations: ['listOptions'],
  output: listOf({ $ref: 'Option' }),
  run: async ({ search }, { api }) => {
    const options = await api.get('/api/option/')
    const wanted = search?.toLowerCase()
    return wanted === undefined ? options : options.filter(({ key }) => key.toLowerCase().includes(wanted))
  },
  quiet: ({ key }) => key,
  table: {
    columns: [
      'key',
      {
        key: 'value',
        value: ({ value, is_secret: isSecret, is_set: isSet }) => {
          if (isSecret) return isSet ? '***' : ''
          return value.length > 60 ? `${value.slice(0, 57)}...` : value
        },
      },
    ],
  },
})
