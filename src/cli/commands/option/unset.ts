import { toldResult, updateResults } from '../../client/ensure.ts'
import { absentProblem } from '../../client/find-object.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { outcome } from '../../output-schema.ts'

export const optionUnset = defineCommand({
  path: 'option unset',
  summary: { en: 'Resets a setting to its built-in value', zh: '将设置恢复为内置值' },
  examples: ['tollgate option unset RetryTimes', 'tollgate option unset SMTPToken --dry-run'],
  effect: 'write',
  hasDryRun: true,
  args: { key: { name: '<key>', help: { en: 'Name of the setting', zh: '设置名称' }, pick: 'option' } },
  exits: [exitCodes.notFound],
  operations: ['resetOption'],
  output: outcome(updateResults, { key: 'string' }),
  run: async ({ key, dryRun }, { api, phrase, say }) => {
    const all = await api.get('/api/option/', { isLookup: true })
    const present = all.find((each) => each.key === key)
    if (present === undefined)
      throw absentProblem(
        'option',
        key,
        phrase,
        all.map((each) => each.key),
      )
    if (dryRun) say(phrase('say.dryRun'))
    else if (!present.is_default) await api.delete('/api/option/{key}', { path: { key } })
    return { result: toldResult(present.is_default ? 'unchanged' : 'updated', dryRun), key }
  },
  details: { fields: ['result', 'key'] },
  quiet: ({ key }) => key,
})
