import { absentProblem } from '../../client/find-object.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'

export const optionGet = defineCommand({
  path: 'option get',
  summary: { en: 'Prints the value of a setting', zh: '显示一项设置的值' },
  examples: [
    'tollgate option get RetryTimes',
    'tollgate option get ModelRatio -q | jq .',
    'tollgate option get GroupRatio --json',
  ],
  args: { key: { name: '<key>', help: { en: 'Name of the setting', zh: '设置名称' }, pick: 'option' } },
  exits: [exitCodes.notFound],
  operations: ['listOptions'],
  output: { $ref: 'Option' },
  run: async ({ key }, { api, phrase }) => {
    const all = await api.get('/api/option/')
    const found = all.find((each) => each.key === key)
    if (found !== undefined) return found
    throw absentProblem(
      'option',
      key,
      phrase,
      all.map((each) => each.key),
    )
  },
  text: ({ value, is_secret: isSecret, is_set: isSet }) => `${isSecret && isSet ? '***' : value}\n`,
  quiet: ({ value }) => value,
})
