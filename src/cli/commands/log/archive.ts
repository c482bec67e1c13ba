import { CliError, usageError } from '../../cli-error.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { writeReason } from '../../file-reason.ts'
import { sinceOf } from '../../input/parsers.ts'
import { outcome } from '../../output-schema.ts'
import { ArchiveDamagedError, ArchiveExistsError, progressFile, writeArchive } from './archive-file.ts'

export const logArchive = defineCommand({
  path: 'log archive',
  summary: {
    en: 'Writes old log rows to a file of compressed JSON lines',
    zh: '把较早的日志写入压缩的 JSON 行文件',
  },
  examples: [
    'tollgate log archive --before 90d --to logs-2026.jsonl.gz',
    'tollgate log archive --before 2026-07-01 --to logs-2026-h1.jsonl.gz',
  ],
  options: {
    before: {
      flag: '--before <when>',
      help: {
        en: 'Rows before this time: 90d or a date. They are not deleted',
        zh: '此时间之前的日志：90d 或日期；日志不会被删除',
      },
      parse: sinceOf('--before'),
      required: true,
    },
    to: {
      flag: '--to <file>',
      help: {
        en: 'File to write; an interrupted archive continues',
        zh: '要写入的文件；中断后再次运行会继续写入',
      },
      required: true,
    },
  },
  exits: [exitCodes.conflict],
  operations: ['archiveLogs'],
  output: outcome(['archived'], { path: 'string', rows: 'integer', bytes: 'integer', before: 'integer' }),
  run: async ({ before, to }, { api, phrase }) => {
    try {
      const written = await writeArchive(to, before, (time, afterId) =>
        api.get('/api/log/archive', { query: { before: time, after_id: afterId } }),
      )
      return { result: 'archived', path: to, ...written }
    } catch (error) {
      if (error instanceof ArchiveExistsError)
        throw new CliError('file_exists', exitCodes.conflict, phrase('error.store.exists', { path: to }))
      if (error instanceof ArchiveDamagedError)
        throw new CliError(
          'archive_damaged',
          exitCodes.conflict,
          phrase('error.archiveDamaged', { path: progressFile(to) }),
          { hint: phrase('hint.archiveDamaged', { path: to, progress: progressFile(to) }) },
        )
      if (error instanceof Error && 'syscall' in error && 'code' in error)
        throw usageError(phrase('error.writeFile', { path: to, reason: writeReason(error, phrase) }), {
          cause: error,
        })
      throw error
    }
  },
  details: { fields: ['path', 'rows', 'bytes'] },
  quiet: ({ path }) => path,
})
