import { usageError } from '../cli-error.ts'
import type { DataOf } from '../client/contract-types.ts'
import { inStore } from '../client/local-store.ts'
import { defineCommand, type View } from '../define-command.ts'
import { exitCodes } from '../exit-codes.ts'
import { integerOf } from '../input/parsers.ts'
import { storeOptions } from '../shared-options.ts'
import { drawTable } from '../ui/table.ts'

type Report = DataOf<'/api/audit/', 'get'>

export const audit = defineCommand({
  path: 'audit',
  isProse: true,
  summary: {
    en: 'Audits the books: exit 0 if they add up, 12 if not, 1 if they could not be checked',
    zh: '核对账目：相符时退出码为 0，不符为 12，无法核对为 1',
  },
  examples: [
    'tollgate audit',
    'tollgate audit --since 120000 --json',
    'tollgate audit --offline --data /var/lib/tollgate',
  ],
  timeoutMs: 600_000,
  showsMoney: true,
  options: {
    since: {
      flag: '--since <entry>',
      help: {
        en: 'Check only entries after the last hourly checkpoint up to this id',
        zh: '只核对不晚于此编号的最近检查点（每小时一个）之后的账目',
      },
      parse: integerOf('--since', 0),
    },
    offline: {
      flag: '--offline',
      help: { en: 'Read the data store directly, without a server', zh: '直接读取数据存储，不经过服务' },
    },
    ...storeOptions,
  },
  isOffline: ({ offline }) => offline ?? false,
  exits: [exitCodes.notFound, exitCodes.checkFailed],
  operations: ['auditBooks'],
  output: { $ref: 'BooksReport' },
  run: ({ since, offline, data }, context) => {
    const { api, phrase } = context
    if (offline) return inStore(data, context, (store) => store.audit({ since }))
    if (data !== undefined)
      throw usageError(phrase('usage.needsFlag', { flag: '--data', needed: '--offline' }), {
        field: '--data',
      })
    return api.get('/api/audit/', { query: { since } })
  },
  text: drawReport,
  quiet: ({ state }) => state,
  exitCode: ({ state }) => {
    if (state === 'clean') return exitCodes.done
    return state === 'violated' ? exitCodes.checkFailed : exitCodes.failed
  },
})

/** Draws one line per rule, the first wrong row under a violated one, and the sums at the end. */
async function drawReport(report: Report, { phrase, money }: View): Promise<string> {
  const { checks, trial_balance: sums } = report
  const rows = checks.map(({ id, state, name, checked }) => [
    id,
    phrase(`audit.state.${state}`),
    String(checked),
    name,
  ])
  const table = await drawTable({ headings: ['', '', '', ''], rows, rightAligned: new Set([2]) })
  const findings = checks.flatMap(({ id, first, error, violations }) => [
    ...(first === null
      ? []
      : [
          phrase('audit.first', {
            id,
            count: violations,
            row: first.row,
            expected: first.expected,
            found: first.found,
          }),
        ]),
    ...(error === null ? [] : [phrase('audit.error', { id, error })]),
  ])
  const broken = checks.filter(({ state }) => state === 'violated').length
  const verdict = {
    clean: phrase('audit.clean'),
    violated: phrase('audit.violated', { count: broken }),
    unknown: phrase('audit.unknown'),
  }[report.state]
  const lines = [
    ...table.split('\n').slice(1, -1),
    ...(findings.length === 0 ? [] : ['', ...findings]),
    '',
    phrase('audit.sums', {
      entries: report.entries,
      balances: money.exact(sums.balances_exact),
      held: money.exact(sums.held_exact),
      ms: report.took_ms,
    }),
    verdict,
  ]
  return lines.map((each) => `${each}\n`).join('')
}
