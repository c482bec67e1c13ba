import { inStore, storeExits } from '../../client/local-store.ts'
import { defineCommand } from '../../define-command.ts'
import { listOf, outcome } from '../../output-schema.ts'
import { localOutputOptions, storeOptions } from '../../shared-options.ts'
import { schemaStateShape } from './status.ts'

export const dbMigrate = defineCommand({
  path: 'db migrate',
  summary: {
    en: 'Updates the database schema, as starting the daemon would',
    zh: '升级数据库结构，与启动服务时相同',
  },
  examples: ['tollgate db migrate --dry-run', 'tollgate db migrate --data /var/lib/tollgate'],
  isLocal: true,
  options: {
    ...storeOptions,
    onlyPlan: {
      flag: '--dry-run',
      help: {
        en: 'Show what would change without changing anything',
        zh: '只显示将要进行的更改，不实际执行',
      },
    },
    ...localOutputOptions,
  },
  exits: storeExits,
  operations: [],
  output: outcome(['migrated', 'unchanged', 'would migrate'], {
    made: listOf('string'),
    ...schemaStateShape,
  }),
  run: ({ data, onlyPlan }, context) =>
    inStore(data, context, async (store) => {
      if (onlyPlan) {
        const state = await store.status()
        const result = state.pending.length === 0 ? 'unchanged' : 'would migrate'
        return { result, made: state.pending, ...state }
      }
      const { state, made } = await store.migrate()
      return { result: made.length === 0 ? 'unchanged' : 'migrated', made, ...state }
    }),
  details: {
    fields: ['result', 'engine', 'place', { key: 'made', value: ({ made }) => made.join(', ') || '-' }],
  },
  quiet: ({ result }) => result.replace(' ', '-'),
})
