import { CliError } from '../../cli-error.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { outcome } from '../../output-schema.ts'

export const contextRm = defineCommand({
  path: 'context rm',
  summary: {
    en: 'Removes a saved context; its access token stays valid on the server',
    zh: '删除已保存的上下文；其访问令牌在服务器上仍然有效',
  },
  examples: ['tollgate context rm staging', 'tollgate logout --context staging'],
  isContextFree: true,
  isReadinessIrrelevant: true,
  args: { name: { name: '<name>', help: { en: 'Name of the context', zh: '上下文名称' }, pick: 'context' } },
  options: {
    ifExists: { flag: '--if-exists', help: { en: 'Do not fail if it does not exist', zh: '不存在时不报错' } },
  },
  exits: [exitCodes.notFound],
  operations: [],
  output: outcome(['deleted', 'absent'], { name: 'string' }),
  run: async ({ name, ifExists }, { contexts, phrase }) => {
    const stored = await contexts.read()
    if (stored.contexts[name] === undefined) {
      if (ifExists) return { name, result: 'absent' }
      throw new CliError('context_not_found', exitCodes.notFound, phrase('error.contextNotFound', { name }))
    }
    const { [name]: _, ...rest } = stored.contexts
    await contexts.write({
      ...(stored.current === undefined || stored.current === name ? {} : { current: stored.current }),
      contexts: rest,
    })
    return { name, result: 'deleted' }
  },
  quiet: ({ name }) => name,
  details: { fields: ['name', 'result'] },
})
