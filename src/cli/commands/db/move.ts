import { inStore, storeExits } from '../../client/local-store.ts'
import { defineCommand, type OptionShape } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { outcome } from '../../output-schema.ts'
import { localOutputOptions } from '../../shared-options.ts'

const options = {
  data: {
    flag: '--data <directory>',
    help: {
      en: 'Data directory with the SQLite store (TOLLGATE_DATA_DIR, default ./data); TOLLGATE_DATABASE_URL names the empty PostgreSQL database',
      zh: 'SQLite 数据所在的目录（TOLLGATE_DATA_DIR，默认 ./data）；TOLLGATE_DATABASE_URL 指定空的 PostgreSQL 数据库',
    },
  },
  audit: { flag: '--no-audit', help: { en: 'Skip the audit after moving', zh: '迁移后不核对账目' } },
  ...localOutputOptions,
} as const satisfies Readonly<Record<string, OptionShape>>

export const dbMove = defineCommand({
  path: 'db move',
  summary: {
    en: 'Moves a SQLite store to PostgreSQL and audits its books: exit 12 if they do not add up',
    zh: '将 SQLite 数据迁移到 PostgreSQL 并核对账目，账目不符时退出码为 12',
  },
  examples: ['tollgate db move', 'tollgate db move --data /var/lib/tollgate --json'],
  isLocal: true,
  options,
  exits: [exitCodes.usage, ...storeExits, exitCodes.checkFailed],
  operations: [],
  output: outcome(['moved'], {
    place: 'string',
    tables: 'integer',
    rows: 'integer',
    entries: 'integer',
    last_entry_id: 'integer',
    kept: 'string',
    audit: { enum: ['clean', 'violated', 'unknown', 'skipped'] },
  }),
  run: async ({ data, audit: wantsAudit }, context) => {
    const { now, say, phrase } = context
    return inStore(data, context, async (store) => {
      const moved = await store.move({
        nowMs: now(),
        onRows: (table, rows) => say(phrase('say.moveRows', { table, rows })),
      })
      say(phrase('say.moved', { rows: moved.rows, place: moved.place, kept: moved.kept }))
      const audit = wantsAudit === false ? 'skipped' : (await store.audit({})).state
      if (audit !== 'skipped') say(phrase('say.auditAfterMove', { state: phrase(`audit.verdict.${audit}`) }))
      say(phrase('say.moveNext'))
      return { result: 'moved', ...moved, audit }
    })
  },
  details: { fields: ['place', 'tables', 'rows', 'entries', 'last_entry_id', 'kept', 'audit'] },
  quiet: ({ place }) => place,
  exitCode: ({ audit }) => {
    if (audit === 'violated') return exitCodes.checkFailed
    return audit === 'unknown' ? exitCodes.failed : exitCodes.done
  },
})
