import { findObject } from '../../client/find-object.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { either, listOf, outcome } from '../../output-schema.ts'
import { type Code, codeFinder } from './code-object.ts'

const shape = outcome(['disabled', 'unchanged'])
const disabled = 2

export const codeDisable = defineCommand({
  path: 'code disable',
  summary: { en: 'Disables unused redemption codes', zh: '禁用未使用的兑换码' },
  examples: ['tollgate code disable welcome', 'tollgate code disable 3 4 5 --json'],
  effect: 'write',
  args: { codes: { name: '<code...>', help: { en: 'Ids or names', zh: '编号或名称' }, pick: 'code' } },
  exits: [exitCodes.notFound, exitCodes.conflict],
  operations: ['updateRedemption'],
  output: either(shape, listOf(shape)),
  run: async ({ codes: references }, context) => {
    const { api } = context
    const found: Code[] = []
    for (const reference of references) found.push(await findObject(reference, codeFinder(context)))
    const ids = [...new Set(found.filter(({ status }) => status !== disabled).map(({ id }) => id))]
    const [only] = ids
    // A single code is not disabled as a batch, because a batch would silently skip a used one.
    if (ids.length === 1 && only !== undefined)
      await api.put('/api/redemption/', {
        query: { status_only: true },
        body: { id: only, status: disabled },
      })
    else if (ids.length > 1) await api.put('/api/redemption/batch-disable', { body: { ids } })
    const rows = found.map(({ id, name, status }) => ({
      result: status === 1 ? ('disabled' as const) : ('unchanged' as const),
      id,
      name,
    }))
    const [first] = rows
    return rows.length === 1 && first !== undefined ? first : rows
  },
  details: { fields: ['result', 'id', 'name'] },
})
