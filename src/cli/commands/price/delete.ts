import { deleteOptions } from '../../client/delete-object.ts'
import { absentProblem } from '../../client/find-object.ts'
import { readEntries } from '../../client/option-entries.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { outcome } from '../../output-schema.ts'
import { priceKeys } from './price-object.ts'

export const priceDelete = defineCommand({
  path: 'price delete',
  summary: {
    en: "Removes a model's price: the fallback price then applies, or requests are refused",
    zh: '删除模型价格：此后使用兜底价格，或拒绝请求',
  },
  examples: [
    'tollgate price delete my-model --yes',
    'tollgate price delete my-model --if-exists --yes',
    'tollgate price delete my-model --dry-run',
  ],
  effect: 'destroy',
  hasDryRun: true,
  args: {
    model: { name: '<model>', help: { en: 'Model name as clients send it', zh: '模型名称' }, pick: 'price' },
  },
  options: deleteOptions,
  exits: [exitCodes.notFound],
  operations: ['changeOptionEntries'],
  output: outcome(['deleted', 'would delete', 'absent'], { model_name: 'string' }),
  run: async ({ model, ifExists, dryRun }, { api, confirm, phrase, say }) => {
    const present = await readEntries(api, Object.values(priceKeys), model)
    if (present.length === 0) {
      if (!ifExists) throw absentProblem('price', model, phrase)
      say(phrase('say.absent', { kind: phrase('kind.price'), name: model }))
      return { result: 'absent', model_name: model }
    }
    await confirm(phrase('confirm.deleteNamed', { kind: phrase('kind.price'), name: model }))
    if (dryRun) say(phrase('say.dryRun'))
    else
      await api.put('/api/option/entries', {
        body: { entries: Object.values(priceKeys).map((key) => ({ key, name: model, value: null })) },
      })
    return { result: dryRun ? 'would delete' : 'deleted', model_name: model }
  },
  details: { fields: ['result', 'model_name'] },
  quiet: ({ model_name: name }) => name,
})
