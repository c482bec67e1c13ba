import { absentProblem } from '../../client/find-object.ts'
import { readEntries } from '../../client/option-entries.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { listOf, outcome } from '../../output-schema.ts'
import { flagOfKey, priceKeys } from './price-object.ts'

export const priceReset = defineCommand({
  path: 'price reset',
  summary: { en: 'Resets a model to its built-in price', zh: '恢复模型的内置价格' },
  examples: ['tollgate price reset gpt-4o', 'tollgate price reset gpt-4o --json'],
  effect: 'write',
  args: {
    model: { name: '<model>', help: { en: 'Model name as clients send it', zh: '模型名称' }, pick: 'price' },
  },
  exits: [exitCodes.notFound],
  operations: ['changeOptionEntries'],
  output: outcome(['updated', 'unchanged'], { model_name: 'string', changed: listOf('string') }),
  run: async ({ model }, { api, phrase }) => {
    const keys = Object.values(priceKeys)
    const present = await readEntries(api, keys, model)
    // A custom price has no built-in value to return to; `price delete` removes it.
    const isOwn = present.length > 0 && present.every((each) => each.default === null)
    const changes = isOwn
      ? []
      : await api.put('/api/option/entries', { body: { entries: keys.map((key) => ({ key, name: model })) } })
    if (isOwn || (present.length === 0 && changes.length === 0))
      throw absentProblem('builtInPrice', model, phrase)
    return {
      result: changes.length > 0 ? 'updated' : 'unchanged',
      model_name: model,
      changed: changes.map(({ key }) => flagOfKey(key)),
    }
  },
  details: { fields: ['result', 'model_name', 'changed'] },
  quiet: ({ model_name: name }) => name,
})
