import { inStore, storeExits } from '../../client/local-store.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { outcome } from '../../output-schema.ts'
import { localOutputOptions, storeOptions } from '../../shared-options.ts'
import { archiveShape } from './create.ts'

export const backupRestore = defineCommand({
  path: 'backup restore',
  summary: {
    en: 'Restores a backup and audits its books: exit 12 if they do not add up',
    zh: '恢复备份并核对账目，账目不符时退出码为 12',
  },
  examples: [
    'tollgate backup restore /var/backups/monday.tar.gz --data /var/lib/tollgate',
    'tollgate backup restore monday.tar.gz --force',
    'tollgate backup restore monday.tar.gz --no-audit --json',
  ],
  isLocal: true,
  args: { file: { name: '<file>', help: { en: 'Archive to restore', zh: '备份文件' } } },
  options: {
    ...storeOptions,
    force: {
      flag: '--force',
      help: {
        en: 'Replace the existing data store; a SQLite file is kept under another name',
        zh: '替换已有的数据存储；SQLite 文件会以其他名称保留',
      },
    },
    audit: { flag: '--no-audit', help: { en: 'Skip the audit after restoring', zh: '恢复后不核对账目' } },
    ...localOutputOptions,
  },
  exits: [...storeExits, exitCodes.checkFailed],
  operations: [],
  output: outcome(['restored'], {
    place: 'string',
    key: { enum: ['restored', 'present', 'missing'] },
    kept: ['string', 'null'],
    pending: 'integer',
    audit: { enum: ['clean', 'violated', 'unknown', 'skipped'] },
    ...archiveShape,
  }),
  run: async ({ file, data, force = false, audit: wantsAudit }, context) => {
    const { now, say, phrase } = context
    return inStore(data, context, async (store) => {
      const restored = await store.restore({ path: file, mayReplace: force, nowMs: now() })
      if (restored.kept !== null) say(phrase('say.restoreKept', { kept: restored.kept }))
      if (restored.key === 'missing') say(phrase('say.restoreNeedsKey', { place: restored.place }))
      const audit = wantsAudit === false ? 'skipped' : (await store.audit({})).state
      if (audit !== 'skipped')
        say(phrase('say.auditAfterRestore', { state: phrase(`audit.verdict.${audit}`) }))
      say(phrase('say.restored', { created: restored.created, entries: restored.entries }))
      return { result: 'restored', ...restored, audit }
    })
  },
  details: { fields: ['place', 'engine', 'created', 'entries', 'last_entry_id', 'key', 'audit'] },
  quiet: ({ place }) => place,
  exitCode: ({ audit }) => {
    if (audit === 'violated') return exitCodes.checkFailed
    return audit === 'unknown' ? exitCodes.failed : exitCodes.done
  },
})
