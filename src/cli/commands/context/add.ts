import { CliError, usageError } from '../../cli-error.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { readSecret, secretOptions } from '../../input/secret.ts'
import { fields } from '../../output-schema.ts'
import { readAddress } from '../../settings.ts'

export const contextAdd = defineCommand({
  path: 'context add',
  summary: {
    en: 'Saves a server under a name, without connecting to it',
    zh: '以指定名称保存服务器，不进行连接',
  },
  examples: [
    'tollgate context add prod --url https://gateway.example.com',
    'tollgate context add ci --url https://gateway.example.com --token-stdin < token.txt',
    'tollgate context add staging --url https://staging.example.com --force',
  ],
  isContextFree: true,
  address: 'required',
  args: { name: { name: '<name>', help: { en: 'Name of the context', zh: '上下文名称' } } },
  options: {
    ...secretOptions('token'),
    force: {
      flag: '--force',
      help: { en: 'Replace an existing context of this name', zh: '覆盖同名上下文' },
    },
  },
  exits: [exitCodes.conflict],
  operations: [],
  output: fields({ name: 'string', url: 'string', is_signed_in: 'boolean', current: 'boolean' }),
  run: async (values, context) => {
    const { name, force } = values
    const { contexts, settings, phrase } = context
    if (!/^[\w.@-]{1,64}$/.test(name)) throw usageError(phrase('usage.contextName', { text: name }))
    const token = (await readSecret('token', values, context))?.trim()
    const stored = await contexts.read()
    if (stored.contexts[name] !== undefined && !force)
      throw new CliError('context_exists', exitCodes.conflict, phrase('error.contextExists', { name }), {
        hint: phrase('hint.store.exists'),
      })
    const url = readAddress(settings.url.value, phrase)
    const current = stored.current ?? name
    await contexts.write({
      current,
      contexts: { ...stored.contexts, [name]: { url, ...(token === undefined ? {} : { token }) } },
    })
    return { name, url, is_signed_in: token !== undefined, current: current === name }
  },
  quiet: ({ name }) => name,
  details: { fields: ['name', 'url', 'is_signed_in'] },
})
