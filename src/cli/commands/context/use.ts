import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { fields } from '../../output-schema.ts'
import { noContext } from '../../settings.ts'

export const contextUse = defineCommand({
  path: 'context use',
  summary: { en: 'Switches to a saved context', zh: '切换当前上下文' },
  examples: ['tollgate context use prod', 'tollgate context use default'],
  isContextFree: true,
  isReadinessIrrelevant: true,
  args: { name: { name: '<name>', help: { en: 'Name of the context', zh: '上下文名称' }, pick: 'context' } },
  exits: [exitCodes.notFound],
  operations: [],
  output: fields({ name: 'string', url: 'string', current: 'boolean' }),
  run: async ({ name }, { contexts, phrase }) => {
    const stored = await contexts.read()
    const context = stored.contexts[name]
    if (context === undefined) throw noContext(name, stored, phrase)
    await contexts.write({ ...stored, current: name })
    return { name, url: context.url, current: true }
  },
  quiet: ({ name }) => name,
  details: { fields: ['name', 'url'] },
})
