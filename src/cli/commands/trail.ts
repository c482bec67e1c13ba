import type { ItemOf } from '../client/contract-types.ts'
import { defineCommand } from '../define-command.ts'
import { sinceOf } from '../input/parsers.ts'
import { listOf } from '../output-schema.ts'
import { cut, oneLine } from '../ui/table.ts'

type Event = ItemOf<'/api/audit_event/'>

export const trail = defineCommand({
  path: 'trail',
  summary: {
    en: 'Lists who changed what, newest first',
    zh: '列出谁更改了什么（最新在前）',
  },
  examples: [
    'tollgate trail --since 1d',
    'tollgate trail --kind channel --target 3',
    'tollgate trail --all -o ndjson > trail.ndjson',
  ],
  isList: true,
  options: {
    by: { flag: '--by <username>', help: { en: 'Only changes by this user', zh: '只显示此用户的更改' } },
    action: {
      flag: '--action <action>',
      help: { en: 'Only this action, such as option.set', zh: '只显示此操作，如 option.set' },
    },
    kind: {
      flag: '--kind <kind>',
      help: {
        en: 'Only this kind of object: option, channel, user, token, ...',
        zh: '只显示此类对象：option、channel、user、token 等',
      },
    },
    target: {
      flag: '--target <id>',
      help: { en: 'Only the object with this ID or key', zh: '只显示此编号或键名的对象' },
    },
    search: {
      flag: '--search <text>',
      help: {
        en: 'Only changes with this text in the object, the changed fields or the access token',
        zh: '只显示对象、变更内容或访问令牌中含此文字的更改',
      },
    },
    since: {
      flag: '--since <when>',
      help: { en: 'Start: 1h, 7d or a time', zh: '起始时间：1h、7d 或具体时间' },
      parse: sinceOf('--since'),
    },
    until: { flag: '--until <when>', help: { en: 'End time', zh: '截止时间' }, parse: sinceOf('--until') },
  },
  operations: ['listAuditEvents'],
  output: listOf({ $ref: 'AuditEvent' }),
  run: ({ by, action, kind, target, search, since, until, limit }, { api, phrase, say }) =>
    api.list(
      '/api/audit_event/',
      {
        actor_name: by,
        action,
        target_kind: kind,
        target_id: target,
        keyword: search,
        start_timestamp: since,
        end_timestamp: until,
      },
      { limit, onCut: (shown: number, total: number) => say(phrase('say.cut', { shown, total })) },
    ),
  table: {
    columns: [
      { key: 'at_ms', room: 'keep', value: ({ at_ms: at }, { time }) => time(Math.floor(at / 1000)) },
      {
        key: 'actor_name',
        value: ({ actor_name: name, via }) => (via === '' ? name || '-' : `${name} (${oneLine(via)})`),
      },
      { key: 'action', room: 'keep' },
      {
        key: 'target_id',
        room: 'keep',
        value: ({ target_kind: kind, target_id: id }) => `${kind} ${oneLine(id)}`,
      },
      { key: 'after', room: 'shorten', rank: 1, value: (event, { time }) => changeOf(event, time) },
      'ip',
    ],
    empty: { en: 'No change matches.', zh: '没有符合条件的更改。' },
  },
})

/** Characters of a change shown in the table; other formats show all of it. */
const CHANGE_MAX = 120

/** Formats a change as `value: 0 → 3`; for a new or a deleted object, its non-empty fields. */
function changeOf({ before, after }: Event, time: (seconds: number) => string): string {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  const isWhole = before === '' || after === ''
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  const parts = names.flatMap((name) => {
    const values = [old, now].flatMap((side) => (name in side ? [side[name]] : []))
    if (isWhole && !values[0]) return []
    return [`${name}: ${values.map((value) => textOf(name, value, time)).join(' → ')}`]
  })
  const text = oneLine(parts.join(', '))
  return cut(text.slice(0, 2 * CHANGE_MAX), CHANGE_MAX, (each) => each.length)
}

function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  if (text === '') return {}
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : { value }
}

function textOf(name: string, value: unknown, time: (seconds: number) => string): string {
  if (value === '') return "''"
  // Unix seconds are unreadable for people.
  if (/_?time$/i.test(name) && typeof value === 'number' && value > 1e9) return time(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
