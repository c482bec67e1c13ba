import { usageError } from '../../cli-error.ts'
import { ensureResults, toldResult } from '../../client/ensure.ts'
import { type EntryEdit, effective, readEntries } from '../../client/option-entries.ts'
import { defineCommand } from '../../define-command.ts'
import { decimalOf } from '../../input/decimal.ts'
import { listOf, outcome } from '../../output-schema.ts'
import { groupKeys } from './group-object.ts'

export const groupSet = defineCommand({
  path: 'group set',
  summary: {
    en: 'Creates or updates a price group; other groups are unchanged',
    zh: '创建或修改价格分组，其他分组不受影响',
  },
  examples: [
    'tollgate group set vip --ratio 0.8 --description "Discount"',
    'tollgate group set partners --ratio 0.5 --hidden',
    'tollgate group set vip --ratio 0.9 --dry-run --json',
  ],
  effect: 'write',
  hasDryRun: true,
  args: { group: { name: '<group>', help: { en: 'Name', zh: '名称' } } },
  options: {
    ratio: {
      flag: '--ratio <number>',
      help: { en: 'Price ratio (default for a new group: 1)', zh: '价格倍率（新分组默认 1）' },
      parse: decimalOf('--ratio'),
    },
    description: {
      flag: '--description <text>',
      help: { en: 'Description; also lets every user choose the group', zh: '说明；设置后所有人都可选用' },
    },
    hidden: {
      flag: '--hidden',
      help: { en: 'Only accounts assigned to it may use it', zh: '仅限该分组的用户使用' },
    },
  },
  operations: ['changeOptionEntries'],
  output: outcome(ensureResults, { name: 'string', changed: listOf('string') }),
  run: async ({ group: name, ratio, description, hidden, dryRun }, { api, phrase, say }) => {
    if (description !== undefined && hidden)
      throw usageError(phrase('usage.notTogether', { first: '--description', second: '--hidden' }))
    if (ratio === undefined && description === undefined && !hidden)
      throw usageError(phrase('usage.needOne', { flags: '--ratio, --description, --hidden' }))
    const present = await readEntries(api, Object.values(groupKeys), name)
    const isNew = !present.some(({ key }) => key === groupKeys.ratio)
    const edits: EntryEdit[] = []
    if (ratio !== undefined || isNew) edits.push({ key: groupKeys.ratio, name, value: ratio ?? '1' })
    if (description !== undefined) edits.push({ key: groupKeys.description, name, value: description })
    if (hidden) edits.push({ key: groupKeys.description, name, value: null })
    const wanted = effective(edits, present)
    const changed = wanted.map(({ key }) => (key === groupKeys.ratio ? 'ratio' : 'description'))
    if (dryRun) say(phrase('say.dryRun'))
    else if (wanted.length > 0) await api.put('/api/option/entries', { body: { entries: wanted } })
    const result = isNew ? 'created' : changed.length > 0 ? 'updated' : 'unchanged'
    return { result: toldResult(result, dryRun), name, changed }
  },
  details: { fields: ['result', 'name', 'changed'] },
  quiet: ({ name }) => name,
})
