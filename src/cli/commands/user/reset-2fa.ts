import { inStore, storeExits } from '../../client/local-store.ts'
import { defineCommand } from '../../define-command.ts'
import { numberOf, outcome } from '../../output-schema.ts'
import { localOutputOptions, storeOptions } from '../../shared-options.ts'

export const userReset2fa = defineCommand({
  path: 'user reset-2fa',
  summary: {
    en: 'Removes the second factors of a user on this machine, without signing in',
    zh: '在本机移除用户的两步验证，无需登录',
  },
  examples: [
    'tollgate user reset-2fa root --offline',
    'tollgate user reset-2fa root --offline --data /var/lib/tollgate',
  ],
  isLocal: true,
  shownFrom: 10,
  args: { username: { name: '<username>', help: { en: 'Username or email address', zh: '用户名或邮箱' } } },
  options: {
    offline: {
      flag: '--offline',
      required: true,
      help: {
        en: 'Write to the data store directly; with SQLite, stop the daemon first',
        zh: '直接写入数据存储；使用 SQLite 时请先停止服务',
      },
    },
    ...storeOptions,
    ...localOutputOptions,
  },
  exits: storeExits,
  operations: [],
  output: outcome(['reset'], { id: 'integer', username: 'string', role: numberOf('role') }),
  run: async ({ username, data }, context) => {
    const { now, say, phrase } = context
    const reset = await inStore(data, context, (store) => store.resetFactors({ username, nowMs: now() }))
    say(phrase('say.factorsReset'))
    return { result: 'reset', ...reset }
  },
  details: { fields: ['id', 'username'] },
  quiet: ({ username }) => username,
})
