import { inStore, storeExits } from '../../client/local-store.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { fields, listOf } from '../../output-schema.ts'
import { localOutputOptions, storeOptions } from '../../shared-options.ts'

export const schemaStateShape = {
  engine: { enum: ['sqlite', 'postgres'] },
  place: 'string',
  state: { enum: ['empty', 'current', 'behind', 'newer'] },
  applied: 'integer',
  pending: listOf('string'),
  unknown: listOf('string'),
  daemons: 'integer',
  bytes: ['integer', 'null'],
} as const

export const dbStatus = defineCommand({
  path: 'db status',
  summary: {
    en: 'Shows whether the database schema matches this version: exit 12 if not',
    zh: '显示数据库结构是否与本版本一致，不一致时退出码为 12',
  },
  examples: ['tollgate db status', 'tollgate db status --data /var/lib/tollgate --json'],
  isLocal: true,
  options: { ...storeOptions, ...localOutputOptions },
  exits: [...storeExits, exitCodes.checkFailed],
  operations: [],
  output: fields(schemaStateShape),
  run: ({ data }, context) => inStore(data, context, (store) => store.status()),
  details: {
    fields: [
      'engine',
      'place',
      { key: 'state', value: ({ state }, { phrase }) => phrase(`db.state.${state}`) },
      'applied',
      { key: 'pending', value: ({ pending }) => pending.join(', ') || '-' },
      { key: 'unknown', value: ({ unknown }) => unknown.join(', ') || '-' },
      'daemons',
      { key: 'bytes', value: ({ bytes }) => (bytes === null ? '-' : String(bytes)) },
    ],
  },
  quiet: ({ state }) => state,
  exitCode: ({ state }) => (state === 'current' ? exitCodes.done : exitCodes.checkFailed),
})
