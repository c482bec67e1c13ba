import { given } from '../../client/ensure.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { requireSecret, secretOptions } from '../../input/secret.ts'
import { outcome } from '../../output-schema.ts'

export const userCreate = defineCommand({
  path: 'user create',
  summary: { en: 'Creates a user account', zh: '创建用户' },
  examples: [
    'tollgate user create --username alice --password-stdin < password.txt',
    'tollgate user create --username bob --display-name Bob --group vip --password-env BOB_PASSWORD',
  ],
  effect: 'write',
  hasDryRun: true,
  options: {
    username: {
      flag: '--username <name>',
      help: { en: 'Username, 1 to 12 characters', zh: '用户名，1 到 12 个字符' },
      required: true,
    },
    displayName: { flag: '--display-name <name>', help: { en: 'Display name', zh: '显示名' } },
    group: {
      flag: '--group <group>',
      help: { en: 'Price group (default: default)', zh: '分组（默认 default）' },
    },
    ...secretOptions('password', true),
  },
  exits: [exitCodes.conflict],
  operations: ['createUser'],
  output: outcome(['created', 'would create'], {
    id: ['integer', 'null'],
    username: 'string',
    group: 'string',
  }),
  run: async (values, context) => {
    const { api, phrase, say } = context
    const password = await requireSecret('password', values, context)
    const { username, group } = values
    const display = given({ display_name: values.displayName })
    if (values.dryRun) {
      say(phrase('say.dryRun'))
      return { result: 'would create', id: null, username, group: group ?? 'default' }
    }
    const user = await api.post('/api/user/', { body: { username, password, ...display } })
    const grouped = group === undefined ? user : await api.put('/api/user/', { body: { id: user.id, group } })
    return { result: 'created', id: user.id, username, group: grouped.group }
  },
  details: { fields: ['result', 'id', 'username', 'group'] },
  quiet: ({ id, username }) => String(id ?? username),
})
