import { usageError } from '../../cli-error.ts'
import { absentProblem } from '../../client/find-object.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { outcome } from '../../output-schema.ts'

export const sessionEnd = defineCommand({
  path: 'session end',
  summary: {
    en: 'Ends one of your browser sessions, or all of them; access tokens stay valid',
    zh: '结束您的一个或全部浏览器登录会话，访问令牌不受影响',
  },
  examples: ['tollgate session end 5f1d2c9a0b7e4d38 --yes', 'tollgate session end --all --yes'],
  effect: 'destroy',
  args: {
    session: { name: '[session]', help: { en: 'Id from session list', zh: 'session list 中的编号' } },
  },
  options: { every: { flag: '--all', help: { en: 'End all of them', zh: '结束全部会话' } } },
  exits: [exitCodes.notFound],
  operations: ['endSession', 'endSessions'],
  output: outcome(['ended'], { id: ['string', 'null'], ended: 'integer' }),
  run: async ({ session, every }, { api, confirm, phrase }) => {
    if ((session === undefined) === (every !== true))
      throw usageError(phrase('usage.oneSession'), { hint: phrase('hint.help') })
    if (session === undefined) {
      await confirm(phrase('confirm.endSessions'))
      const { ended } = await api.delete('/api/session/', {})
      return { result: 'ended' as const, id: null, ended }
    }
    // The server refuses an ID that no session can have as a malformed request.
    if (!/^[0-9a-f]{16}$/.test(session)) throw absentProblem('session', session, phrase)
    await confirm(phrase('confirm.endSession', { id: session }))
    await api.delete('/api/session/{id}', { path: { id: session } })
    return { result: 'ended' as const, id: session, ended: 1 }
  },
  details: { fields: ['result', 'id', 'ended'] },
})
