import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { outcome } from '../../output-schema.ts'
import { clientKey, findToken } from './token-object.ts'

export const tokenRotate = defineCommand({
  path: 'token rotate',
  summary: {
    en: 'Replaces the key of an API token and prints it once; the old key stops working immediately, running requests continue',
    zh: '为令牌更换密钥并显示一次；旧密钥立即失效，进行中的请求不受影响',
  },
  examples: [
    'tollgate token rotate ci --yes -q > key.txt',
    'tollgate token rotate ci --yes --json',
    'tollgate token rotate ci --dry-run',
  ],
  effect: 'destroy',
  hasDryRun: true,
  args: { token: { name: '<token>', help: { en: 'Id or name', zh: '编号或名称' }, pick: 'token' } },
  exits: [exitCodes.notFound, exitCodes.conflict],
  operations: ['rotateToken'],
  output: outcome(['rotated', 'would rotate'], { id: 'integer', name: 'string', key: ['string', 'null'] }),
  run: async ({ token, dryRun }, context) => {
    const { api, confirm, phrase, say } = context
    const { id, name } = await findToken(token, context)
    await confirm(phrase('confirm.rotate', { name, id }))
    if (dryRun) {
      say(phrase('say.dryRun'))
      return { result: 'would rotate', id, name, key: null }
    }
    const { key } = await api.post('/api/token/{id}/rotate', { path: { id } })
    say(phrase('say.tokenOnce'))
    return { result: 'rotated', id, name, key: clientKey(key) }
  },
  details: { fields: ['result', 'id', 'name', 'key'] },
  quiet: ({ key, id }) => key ?? String(id),
})
