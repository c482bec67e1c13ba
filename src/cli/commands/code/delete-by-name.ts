import { deleteOptions } from '../../client/delete-object.ts'
import { absentProblem } from '../../client/find-object.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { outcome } from '../../output-schema.ts'

export const codeDeleteByName = defineCommand({
  path: 'code delete-by-name',
  summary: {
    en: 'Counts and deletes all redemption codes with a name',
    zh: '统计并删除同名的全部兑换码',
  },
  examples: [
    'tollgate code delete-by-name spring --dry-run',
    'tollgate code delete-by-name spring --yes',
    'tollgate code delete-by-name spring --if-exists --yes',
  ],
  effect: 'destroy',
  hasDryRun: true,
  args: { name: { name: '<name>', help: { en: 'Exact name', zh: '完整名称' } } },
  options: deleteOptions,
  exits: [exitCodes.notFound],
  operations: ['deleteRedemptionsByName'],
  output: outcome(['deleted', 'would delete', 'absent'], { name: 'string', count: 'integer' }),
  run: async ({ name, ifExists, dryRun }, { api, confirm, phrase, say }) => {
    const count = await api.get('/api/redemption/count-by-name', { query: { name }, isLookup: true })
    if (count === 0) {
      if (!ifExists) throw absentProblem('code', name, phrase)
      say(phrase('say.absent', { kind: phrase('kind.code'), name }))
      return { result: 'absent', name, count }
    }
    await confirm(phrase('confirm.deleteByName', { name, count }))
    if (dryRun) {
      say(phrase('say.dryRun'))
      return { result: 'would delete', name, count }
    }
    return {
      result: 'deleted',
      name,
      count: await api.delete('/api/redemption/delete-by-name', { query: { name } }),
    }
  },
  details: { fields: ['result', 'name', { key: 'count', heading: { en: 'codes', zh: '数量' } }] },
  quiet: ({ count }) => String(count),
})
