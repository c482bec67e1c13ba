import type { Command, OptionShape } from './define-command.ts'
import { durationOf } from './input/parsers.ts'
import { outputFormats } from './ui/output-format.ts'

/**
 * Flags that the program adds to commands depending on their kind. They are declared only on the command itself: when a
 * flag is declared on two levels, Commander assigns it to the outer one and the command never sees it.
 */
export const clientOptions = {
  output: {
    flag: '-o, --output <format>',
    help: { en: `Output: ${outputFormats.join(', ')}`, zh: `输出格式：${outputFormats.join('、')}` },
  },
  isJson: { flag: '--json', help: { en: 'Same as -o json', zh: '等同于 -o json' } },
  isQuiet: { flag: '-q, --quiet', help: { en: 'Print ids or names only', zh: '只输出编号或名称' } },
  url: { flag: '--url <address>', help: { en: 'Server address', zh: '服务器地址' } },
  context: { flag: '--context <name>', help: { en: 'Saved context to use', zh: '使用已保存的上下文' } },
  timeout: {
    flag: '--timeout <duration>',
    help: { en: 'Timeout, such as 30s', zh: '超时时间，例如 30s' },
  },
  wait: {
    flag: '--wait <duration>',
    help: {
      en: 'How long to wait for the server to be ready and for background work to finish',
      zh: '等待服务就绪（以及后台任务完成）的最长时间',
    },
    parse: durationOf('--wait'),
  },
  language: {
    flag: '--lang <language>',
    help: { en: 'Language of this run: en or zh', zh: '本次运行使用的语言：en 或 zh' },
  },
  input: { flag: '--no-input', help: { en: 'Never prompt; fail instead', zh: '不提示输入，直接失败' } },
  isCurl: {
    flag: '--curl',
    help: {
      en: 'Print the request as a curl command with the token masked, without sending it',
      zh: '只输出 curl 命令（令牌已遮盖），不执行',
    },
  },
} as const satisfies Readonly<Record<string, OptionShape>>

/** For commands that print data but need no server. */
export const localOutputOptions = {
  output: clientOptions.output,
  isJson: clientOptions.isJson,
  isQuiet: clientOptions.isQuiet,
} as const satisfies Readonly<Record<string, OptionShape>>

/** For commands that set a password. */
export const keepAccessTokensOption = {
  flag: '--keep-access-tokens',
  help: {
    en: 'Leave named access tokens valid; by default a new password revokes them',
    zh: '保留具名的访问令牌；默认会随新密码一并吊销',
  },
} as const satisfies OptionShape

/** Selects the data for commands that open the store themselves. */
export const storeOptions = {
  data: {
    flag: '--data <directory>',
    help: {
      en: 'Data directory (TOLLGATE_DATA_DIR, default ./data); TOLLGATE_DATABASE_URL selects a PostgreSQL database instead',
      zh: '数据目录（TOLLGATE_DATA_DIR，默认 ./data）；设置 TOLLGATE_DATABASE_URL 则使用 PostgreSQL',
    },
  },
} as const satisfies Readonly<Record<string, OptionShape>>

export const writeOptions = {
  idempotencyKey: {
    flag: '--idempotency-key <key>',
    help: { en: 'A step repeated with the same key runs only once', zh: '用同一个键重复执行时只生效一次' },
  },
} as const satisfies Readonly<Record<string, OptionShape>>

export const destroyOptions = {
  isConfirmed: { flag: '-y, --yes', help: { en: 'Skip confirmation', zh: '跳过确认' } },
} as const satisfies Readonly<Record<string, OptionShape>>

export const dryRunOptions = {
  dryRun: {
    flag: '--dry-run',
    help: { en: 'Show what would change without changing anything', zh: '只显示将要进行的更改，不实际执行' },
  },
} as const satisfies Readonly<Record<string, OptionShape>>

export const listOptions = {
  limit: {
    flag: '-n, --limit <n>',
    help: { en: 'Maximum number of rows (default 100)', zh: '最多返回的行数（默认 100）' },
  },
  all: { flag: '--all', help: { en: 'All rows', zh: '返回全部' } },
} as const satisfies Readonly<Record<string, OptionShape>>

/** For lists that come in one response. */
const wholeLimit = {
  flag: '-n, --limit <n>',
  help: { en: 'Maximum number of rows (default all)', zh: '最多返回的行数（默认全部）' },
} as const satisfies OptionShape

/** For commands that show a table. */
export const tableOptions = {
  columns: {
    flag: '--columns <list>',
    help: {
      en: 'Columns of the table or CSV, comma-separated, in this order',
      zh: '表格或 CSV 的列，以逗号分隔，按此顺序显示',
    },
  },
  isWide: {
    flag: '--wide',
    help: { en: 'All columns, however wide the terminal is', zh: '显示全部列，不受终端宽度限制' },
  },
} as const satisfies Readonly<Record<string, OptionShape>>

/** Returns every flag a command understands, its own first. */
export function allOptions(command: Command): Readonly<Record<string, OptionShape>> {
  if (command.isLocal) return command.options
  const { output: _, ...withoutFormat } = clientOptions
  return {
    ...command.options,
    ...(command.isList === 'whole' ? { limit: wholeLimit } : command.isList ? listOptions : {}),
    ...(command.table ? tableOptions : {}),
    ...(command.hasDryRun ? dryRunOptions : {}),
    ...(command.effect === 'destroy' ? destroyOptions : {}),
    ...(command.effect === 'read' ? {} : writeOptions),
    ...(command.hasOwnOutput ? withoutFormat : clientOptions),
  }
}
