import { CliError, usageError } from '../../cli-error.ts'
import { isSecretOption } from '../../client/curl.ts'
import { toldResult, updateResults } from '../../client/ensure.ts'
import { ownWords } from '../../client/own-words.ts'
import { type CommandContext, defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { readSecret, refusal, secretOptions } from '../../input/secret.ts'
import { nearest } from '../../manifest/suggest.ts'
import { outcome } from '../../output-schema.ts'
import type { Phrase } from '../../phrases/phrases.ts'

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
  output: outcome(updateResults, { key: 'string' }),
  run: async ({ key, text, dryRun, ...values }, context) => {
    const { api, phrase, say } = context
    if (text !== undefined && isSecretOption(key)) throw refusal('value', phrase)
    const read = await readSecret('value', values, context)
    if ((text === undefined) === (read === undefined))
      throw usageError(
        phrase('usage.needOne', { flags: '<value>, --value-stdin, --value-file, --value-env' }),
      )
    const value = text ?? read ?? ''
    const all = await api.get('/api/option/', { isLookup: true })
    const present = all.find((each) => each.key === key)
    // Secrets cannot be compared; writing the same one again changes nothing.
    const isSame = present !== undefined && !present.is_secret && present.value === value
    if (dryRun) say(phrase('say.dryRun'))
    if (!isSame)
      await write(key, value, dryRun, context).catch((error: unknown) => {
        throw withSuggestion(
          error,
          key,
          all.map((each) => each.key),
          phrase,
        )
      })
    // Values are printed only if the server says that the option is not a secret.
    const shown = present === undefined || present.is_secret ? {} : { before: present.value, after: value }
    return { result: toldResult(isSame ? 'unchanged' : 'updated', dryRun), key, ...shown }
  },
  details: { fields: ['result', 'key'] },
  quiet: ({ key }) => key,
})

/**
 * Writes the setting, or only has the server check it under `--dry-run`. @throws CliError when the server refuses it
 */
async function write(
  key: string,
  value: string,
  dryRun: boolean,
  { api, phrase }: CommandContext,
): Promise<void> {
  if (!dryRun) {
    await api.put('/api/option/', { body: { key, value } })
    return
  }
  const [verdict] = await api.post('/api/option/check', {
    body: { options: [{ key, value }] },
    isLookup: true,
  })
  if (verdict === undefined || verdict.code === null) return
  const { code, message } = verdict
  const own = ownWords(code, message ?? '', phrase)
  const exitCode = code === 'option_role' ? exitCodes.notAllowed : exitCodes.rejected
  throw new CliError(code, exitCode, own?.message ?? message ?? '', { hint: own?.hint })
}

/** Adds the most similar setting to the refusal of one that does not exist. */
function withSuggestion(error: unknown, key: string, known: readonly string[], phrase: Phrase): unknown {
  const suggestion = known.includes(key) ? undefined : nearest(key, known)
  if (!(error instanceof CliError) || error.code !== 'option_unknown' || suggestion === undefined)
    return error
  const { code, exitCode, message, options } = error
  return new CliError(code, exitCode, message, {
    ...options,
    hint: phrase('hint.didYouMean', { suggestion }),
  })
}
