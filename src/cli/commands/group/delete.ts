import { CliError } from '../../cli-error.ts'
import { deleteOptions } from '../../client/delete-object.ts'
import { absentProblem } from '../../client/find-object.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { outcome } from '../../output-schema.ts'
import { readGroups, readGroupUse } from './group-object.ts'

/** All table settings that may have an entry for a group. */
const tables = ['GroupRatio', 'UserUsableGroups', 'TopupGroupRatio', 'GroupGroupRatio']

export const groupDelete = defineCommand({
  path: 'group delete',
  summary: { en: 'Deletes a price group that is not in use', zh: '删除未使用的价格分组' },
  examples: [
    'tollgate group delete partners --yes',
    'tollgate group delete partners --if-exists --yes',
    'tollgate group delete partners --dry-run',
  ],
  effect: 'destroy',
  hasDryRun: true,
  args: { group: { name: '<group>', help: { en: 'Name', zh: '名称' }, pick: 'group' } },
  options: {
    ...deleteOptions,
    force: {
      flag: '--force',
      help: { en: 'Even if accounts, channels or API tokens use it', zh: '即使仍有用户、渠道或令牌使用它' },
    },
  },
  exits: [exitCodes.notFound, exitCodes.conflict, exitCodes.rejected],
  operations: ['getGroupUse', 'changeOptionEntries'],
  output: outcome(['deleted', 'would delete', 'absent'], { name: 'string' }),
  run: async ({ group: name, ifExists, force, dryRun }, context) => {
    const { api, confirm, phrase, say } = context
    if (name === 'default')
      throw new CliError('group_default', exitCodes.rejected, phrase('error.groupDefault'))
    const [found] = await readGroups(context, name)
    if (found === undefined) {
      if (!ifExists) throw absentProblem('group', name, phrase)
      say(phrase('say.absent', { kind: phrase('kind.group'), name }))
      return { result: 'absent', name }
    }
    const use = await readGroupUse(name, context)
    if (use.users + use.channels + use.tokens > 0 && !force)
      throw new CliError('group_in_use', exitCodes.conflict, phrase('error.groupInUse', { name, ...use }), {
        hint: phrase('hint.groupInUse'),
      })
    await confirm(phrase('confirm.deleteGroup', { name, ...use }))
    if (dryRun) say(phrase('say.dryRun'))
    else
      await api.put('/api/option/entries', {
        body: { entries: tables.map((key) => ({ key, name, value: null })) },
      })
    return { result: dryRun ? 'would delete' : 'deleted', name }
  },
  details: { fields: ['result', 'name'] },
  quiet: ({ name }) => name,
})
