import { inStore, storeExits } from '../../client/local-store.ts'
import { defineCommand } from '../../define-command.ts'
import { numberOf, outcome } from '../../output-schema.ts'
import { keepAccessTokensOption, localOutputOptions, storeOptions } from '../../shared-options.ts'

export const userResetPassword = defineCommand({
  path: 'user reset-password',
  summary: {
    en: 'Gives a user a new password on this machine, without signing in: the way back in for administrators',
    zh: '在本机为用户设置新密码，无需登录：管理员忘记密码时使用',
  },
  examples: [
    'tollgate user reset-password root --offline',
    'tollgate user reset-password root --offline --data /var/lib/tollgate',
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
    keepAccessTokens: keepAccessTokensOption,
    ...storeOptions,
    ...localOutputOptions,
  },
  exits: storeExits,
  operations: [],
  output: outcome(['reset'], {
    id: 'integer',
    username: 'string',
    role: numberOf('role'),
    password: 'string',
    turned_on: 'boolean',
  }),
  run: async ({ username, data, keepAccessTokens: keepsAccessTokens = false }, context) => {
    const { now, say, phrase } = context
    const reset = await inStore(data, context, (store) =>
      store.resetPassword({ username, keepsAccessTokens, nowMs: now() }),
    )
    say(phrase('say.passwordReset'))
    if (reset.turned_on) say(phrase('say.passwordLoginOn'))
    return { result: 'reset', ...reset }
  },
  details: { fields: ['id', 'username', 'password'] },
  quiet: ({ password }) => password,
})
