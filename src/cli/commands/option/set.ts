import { usageError } from '../../cli-error.ts'
import { isSecretOption } from '../../client/curl.ts'
import { defineCommand } from '../../define-command.ts'
import { readSecret, refusal, secretOptions } from '../../input/secret.ts'
import { outcome } from '../../output-schema.ts'

export const optionSet = defineCommand({
  path: 'option set',
  summary: { en: 'Changes a setting; takes effect immediately', zh: '修改设置，立即生效' },
  examples: [
    'tollgate option set RetryTimes 3',
    'tollgate option set ModelRatio --value-file ratios.json',
    'tollgate option set SMTPToken --value-env SMTP_PASSWORD',
  ],
  effect: 'write',
  hasDryRun: true,
  args: {
    key: { name: '<key>', help: { en: 'Name of the setting', zh: '设置名称' } },
    text: { name: '[value]', help: { en: 'New value', zh: '新值' } },
  },
  options: secretOptions('value'),
  operations: ['setOption'],
  output: outcome(['updated', 'unchanged'], { key: 'string' }),
  run: async ({ key, text, dryRun, ...values }, context) => {
    const { api, phrase, say } = context
    if (text !== undefined && isSecretOption(key)) throw refusal('value', phrase)
    const read = await readSecret('value', values, context)
    if ((text === undefined) === (read === undefined))
      throw usageError(
        phrase('usage.needOne', { flags: '<value>, --value-stdin, --value-file, --value-env' }),
      )
    const value = text ?? read ?? ''
    const present = (await api.get('/api/option/', { isLookup: true })).find((each) => each.key === key)
    // A secret cannot be compared; writing it again changes nothing.
    const isSame = present !== undefined && !present.is_secret && present.value === value
    if (dryRun) say(phrase('say.dryRun'))
    else if (!isSame) await api.put('/api/option/', { body: { key, value } })
    // Only values that the server knows to be harmless are printed.
    const shown = present === undefined || present.is_secret ? {} : { before: present.value, after: value }
    return { result: isSame ? 'unchanged' : 'updated', key, ...shown }
  },
  details: { fields: ['result', 'key'] },
  quiet: ({ key }) => key,
})
