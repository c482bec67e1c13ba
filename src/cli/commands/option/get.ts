import { CliError } from '../../cli-error.ts'
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
    const found = (await api.get('/api/option/')).find((each) => each.key === key)
    if (found !== undefined) return found
    throw new CliError(
      'option_not_found',
      exitCodes.notFound,
      phrase('error.notFound', { kind: phrase('kind.option'), name: key }),
    )
  },
  text: ({ value, is_secret: isSecret, is_set: isSet }) => `${isSecret && isSet ? '***' : value}\n`,
  quiet: ({ value }) => value,
})
