import { changedFields, type EnsureResult, ensureResults, toldResult } from '../../client/ensure.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { listOf, outcome } from '../../output-schema.ts'
import { readTokenFields, tokenFieldOptions } from './token-fields.ts'
import { clientKey, findTokenByName } from './token-object.ts'

export const tokenEnsure = defineCommand({
  path: 'token ensure',
  summary: {
    en: 'Creates or updates an API token to match; its quota is set only on creation',
    zh: '按描述创建或更新令牌；额度只在创建时设置',
  },
  examples: [
    'tollgate token ensure --name ci --quota 5usd --models gpt-4o-mini',
    'tollgate token ensure --name ci --expires 2030-12-31 --json',
  ],
  effect: 'write',
  hasDryRun: true,
  options: {
    name: {
      flag: '--name <name>',
      help: { en: 'Name that identifies it', zh: '用于识别的名称' },
      required: true,
    },
    ...tokenFieldOptions,
    quota: {
      ...tokenFieldOptions.quota,
      help: {
        en: 'Quota of a new token: 5usd or 250000 (quota units; default: 500000); an existing one keeps its own',
        zh: '新令牌的额度：5usd 或 250000（额度单位，默认 500000）；已有令牌的额度不变',
      },
    },
  },
  exits: [exitCodes.conflict],
  operations: ['createToken', 'updateToken'],
  output: outcome(ensureResults, {
    id: ['integer', 'null'],
    name: 'string',
    changed: listOf('string'),
    key: ['string', 'null'],
  }),
  run: async ({ name, dryRun, ...values }, context) => {
    const { api, phrase, say } = context
    const fields = await readTokenFields(values, context)
    const present = await findTokenByName(name, context)
    const outcome = (
      result: EnsureResult,
      id: number | null,
      changed: readonly string[],
      key: string | null = null,
    ) => ({ result: toldResult(result, dryRun), id, name, changed, key })
    if (dryRun) say(phrase('say.dryRun'))
    if (present === undefined) {
      const changed = ['name', ...Object.keys(fields)]
      if (dryRun) return outcome('created', null, changed)
      const token = await api.post('/api/token/', { body: { ...fields, name } })
      say(phrase('say.tokenOnce'))
      return outcome('created', token.id, changed, clientKey(token.key))
    }
    // The remaining quota changes with every request; setting it again would refill it on each run of a pipeline.
    const { remain_quota: _, ...lasting } = fields
    const changes = changedFields(present, lasting)
    const changed = Object.keys(changes)
    if (changed.length === 0) return outcome('unchanged', present.id, changed)
    if (!dryRun) await api.put('/api/token/', { body: { id: present.id, ...changes } })
    return outcome('updated', present.id, changed)
  },
  details: { fields: ['result', 'id', 'name', 'changed', 'key'] },
  quiet: ({ key, id, name }) => key ?? String(id ?? name),
})
