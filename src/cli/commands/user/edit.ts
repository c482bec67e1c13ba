import { usageError } from '../../cli-error.ts'
import { editObject } from '../../client/edit-object.ts'
import { given, toldResult, updateResults } from '../../client/ensure.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { readSecret, secretOptions } from '../../input/secret.ts'
import { listOf, outcome } from '../../output-schema.ts'
import { keepAccessTokensOption } from '../../shared-options.ts'
import { findUser, userFinder } from './user-object.ts'

export const userEdit = defineCommand({
  path: 'user edit',
  summary: {
    en: 'Updates a user; omitted fields are unchanged. For quota, use user credit',
    zh: '修改用户，未给出的内容保持不变；修改额度请用 user credit',
  },
  examples: [
    'tollgate user edit alice --group vip',
    'tollgate user edit alice --username alice2 --display-name Alice',
    'tollgate user edit alice --password-stdin < password.txt',
  ],
  effect: 'write',
  hasDryRun: true,
  args: { user: { name: '<user>', help: { en: 'Id or name', zh: '编号或名称' }, pick: 'user' } },
  options: {
    username: {
      flag: '--username <name>',
      help: { en: 'New username, 1 to 12 characters', zh: '新用户名，1 到 12 个字符' },
    },
    displayName: { flag: '--display-name <name>', help: { en: 'Display name', zh: '显示名' } },
    group: { flag: '--group <group>', help: { en: 'Price group', zh: '分组' } },
    ...secretOptions('password'),
    keepAccessTokens: keepAccessTokensOption,
  },
  exits: [exitCodes.notFound, exitCodes.conflict],
  operations: ['updateUser'],
  output: outcome(updateResults, {
    id: 'integer',
    username: 'string',
    changed: listOf('string'),
  }),
  run: async (
    { user: reference, username, displayName, group, dryRun, keepAccessTokens, ...values },
    context,
  ) => {
    const { api, phrase, say } = context
    const password = await readSecret('password', values, context)
    const wanted = given({ username, display_name: displayName, group })
    const hasFields = Object.keys(wanted).length > 0
    if (!hasFields && password === undefined)
      throw usageError(phrase('usage.nothingGiven'), { hint: phrase('hint.help') })
    // A password cannot be compared, so it is set whenever it is given.
    const withPassword = given({
      password,
      keep_access_tokens: password === undefined ? undefined : keepAccessTokens,
    })
    if (!hasFields) {
      const { id, username: name } = await findUser(reference, context)
      if (dryRun) say(phrase('say.dryRun'))
      else await api.put('/api/user/', { body: { id, ...withPassword } })
      return { result: toldResult('updated', dryRun), id, username: name, changed: ['password'] }
    }
    const { result, id, name, changed } = await editObject(
      {
        reference,
        wanted,
        newName: username,
        dryRun,
        finder: userFinder(context),
        write: (present, changes) =>
          api.put('/api/user/', { body: { id: present.id, ...changes, ...withPassword } }),
      },
      context,
    )
    if (password === undefined) return { result, id, username: name, changed }
    if (result === 'unchanged' && !dryRun) await api.put('/api/user/', { body: { id, ...withPassword } })
    return { result: toldResult('updated', dryRun), id, username: name, changed: [...changed, 'password'] }
  },
  details: { fields: ['result', 'id', 'username', 'changed'] },
})
