import { defineCommand } from '../define-command.ts'
import { fields, numberOf } from '../output-schema.ts'
import { roleName } from './user/user-object.ts'

const origin = { enum: ['flag', 'environment', 'context', 'default'] } as const

export const whoami = defineCommand({
  path: 'whoami',
  summary: {
    en: 'Shows the server, user and role in use, and where each was set',
    zh: '显示当前的服务器、用户、角色及其来源',
  },
  examples: ['tollgate whoami', 'tollgate whoami --json', 'tollgate whoami --context prod'],
  showsMoney: true,
  operations: ['getSelf'],
  output: fields({
    url: 'string',
    url_from: origin,
    context: ['string', 'null'],
    context_from: origin,
    token_from: { anyOf: [origin, { type: 'null' }] },
    id: 'integer',
    username: 'string',
    role: numberOf('role'),
    group: 'string',
    quota: 'integer',
    quota_exact: 'string',
  }),
  run: async (_, { api, settings }) => {
    const user = await api.get('/api/user/self')
    return {
      url: settings.url.value,
      url_from: settings.url.from,
      context: settings.context === undefined ? null : settings.contextName.value,
      context_from: settings.contextName.from,
      token_from: settings.token?.from ?? null,
      id: user.id,
      username: user.username,
      role: user.role,
      group: user.group,
      quota: user.quota,
      quota_exact: user.quota_exact,
    }
  },
  details: {
    fields: [
      { key: 'url', value: ({ url, url_from: from }) => `${url} (${from})` },
      {
        key: 'context',
        value: ({ context, context_from: from }) => (context === null ? '-' : `${context} (${from})`),
      },
      {
        key: 'token',
        heading: { en: 'access token from', zh: '访问令牌来源' },
        value: ({ token_from: from }) => from ?? '-',
        raw: ({ token_from: from }) => from,
      },
      { key: 'username', value: ({ username, id }) => `${username} (id ${id})` },
      { key: 'role', value: ({ role }, { phrase }) => roleName(role, phrase) },
      'group',
      {
        key: 'quota',
        heading: { en: 'balance', zh: '余额' },
        value: ({ quota_exact: quota }, { money }) => money.both(quota),
      },
    ],
  },
  quiet: ({ username }) => username,
})
