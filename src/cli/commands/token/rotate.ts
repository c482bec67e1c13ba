import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { durationOf } from '../../input/parsers.ts'
import { outcome } from '../../output-schema.ts'
import { clientKey, findToken, formerKey } from './token-object.ts'

export const tokenRotate = defineCommand({
  path: 'token rotate',
  summary: {
    en: 'Replaces the key of an API token and prints it once; the old key stops working immediately or after the overlap, running requests continue',
    zh: '为令牌更换密钥并显示一次；旧密钥立即失效，或在重叠时间后失效，进行中的请求不受影响',
  },
  examples: [
    'tollgate token rotate ci --yes -q > key.txt',
    'tollgate token rotate ci --overlap 24h --yes',
    'tollgate token rotate ci --dry-run',
  ],
  effect: 'destroy',
  hasDryRun: true,
  args: { token: { name: '<token>', help: { en: 'Id or name', zh: '编号或名称' }, pick: 'token' } },
  options: {
    overlap: {
      flag: '--overlap <duration>',
      help: {
        en: 'How long the old key keeps working: 24h, at most 30d',
        zh: '旧密钥继续有效的时间：24h，最长 30d',
      },
      parse: durationOf('--overlap'),
    },
  },
  exits: [exitCodes.notFound, exitCodes.conflict],
  operations: ['rotateToken'],
  output: outcome(['rotated', 'would rotate'], {
    id: 'integer',
    name: 'string',
    key: ['string', 'null'],
    former_key_until: 'integer',
  }),
  run: async ({ token, overlap = 0, dryRun }, context) => {
    const { api, confirm, phrase, say } = context
    const { id, name } = await findToken(token, context)
    const question = overlap === 0 ? 'confirm.rotate' : 'confirm.rotateOverlap'
    await confirm(phrase(question, { name, id }))
    if (dryRun) {
      say(phrase('say.dryRun'))
      return { result: 'would rotate', id, name, key: null, former_key_until: 0 }
    }
    const rotated = await api.post('/api/token/{id}/rotate', {
      path: { id },
      query: { overlap_seconds: Math.ceil(overlap) },
    })
    say(phrase('say.tokenOnce'))
    const { key, former_key_until } = rotated
    return { result: 'rotated', id, name, key: clientKey(key), former_key_until }
  },
  details: {
    fields: [
      'result',
      'id',
      'name',
      'key',
      { key: 'former_key_until', value: (row, view) => formerKey(row, view) },
    ],
  },
  quiet: ({ key, id }) => key ?? String(id),
})
