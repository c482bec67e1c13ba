import { defineCommand } from '../define-command.ts'
import { fields } from '../output-schema.ts'
import { version as packageVersion } from '../version.ts'

export const version = defineCommand({
  path: 'version',
  isProse: true,
  summary: { en: 'Shows the version of this program', zh: '显示本程序版本' },
  examples: ['tollgate version', 'tollgate version --json'],
  isLocal: true,
  options: { isJson: { flag: '--json', help: { en: 'Output as JSON', zh: '以 JSON 输出' } } },
  operations: [],
  output: fields({ name: 'string', version: 'string', node: 'string' }),
  run: async () => ({ name: 'tollgate', version: packageVersion, node: process.versions.node }),
  text: ({ version: number }) => `tollgate ${number}\n`,
})
