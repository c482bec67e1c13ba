import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { outcome } from '../../output-schema.ts'
import { findToken } from './token-object.ts'

export const tokenEndOverlap = defineCommand({
  path: 'token end-overlap',
  summary: {
    en: 'Ends the overlap of a rotation: the old key stops working immediately',
    zh: '结束更换密钥的重叠时间：旧密钥立即失效',
  },
  examples: ['tollgate token end-overlap ci --yes', 'tollgate token end-overlap ci --dry-run'],
  effect: 'destroy',
  hasDryRun: true,
  args: { token: { name: '<token>', help: { en: 'Id or name', zh: '编号或名称' }, pick: 'token' } },
  exits: [exitCodes.notFound, exitCodes.conflict],
  operations: ['endFormerKey'],
  output: outcome(['ended', 'would end', 'unchanged']),
  run: async ({ token, dryRun }, { api, confirm, phrase, say, ...context }) => {
    const { id, name, former_key_until: until } = await findToken(token, { api, phrase, ...context })
    if (until === 0) return { result: 'unchanged', id, name }
    await confirm(phrase('confirm.endOverlap', { name, id }))
    if (dryRun) {
      say(phrase('say.dryRun'))
      return { result: 'would end', id, name }
    }
    await api.delete('/api/token/{id}/former_key', { path: { id } })
    return { result: 'ended', id, name }
  },
  details: { fields: ['result', 'id', 'name'] },
})
