import type { ErrorRow } from './error-row.ts'

/** Errors of messages, logs, the live feed, objects that a manifest owns, and the server itself. */
export const siteErrors = {
  message_not_found: { status: 404, kind: 'not_found', en: 'message does not exist', zh: '消息不存在' },
  message_title_required: {
    status: 400,
    kind: 'validation',
    en: 'please enter a message title',
    zh: '请输入消息标题',
  },
  message_content_required: {
    status: 400,
    kind: 'validation',
    en: 'please enter message content',
    zh: '请输入消息内容',
  },
  message_recipients_required: {
    status: 400,
    kind: 'validation',
    en: 'please choose at least one recipient',
    zh: '请至少选择一个接收者',
  },
  message_recipient_unknown: {
    status: 400,
    kind: 'validation',
    en: 'there is no active account with the ID {ids}: choose other recipients',
    zh: '没有 ID 为 {ids} 的可用账户，请重新选择接收者',
  },
  message_date_invalid: {
    status: 400,
    kind: 'validation',
    en: 'write the date as 2026-11-22 or 2026-11-22T06:10:00Z',
    zh: '日期请写成 2026-11-22 或 2026-11-22T06:10:00Z',
  },
  owner_conflict: {
    status: 409,
    kind: 'conflict',
    en: '{kind} {ref} is managed by {owner}',
    zh: '{kind} {ref} 由 {owner} 管理',
  },
  owned_object_not_found: {
    status: 404,
    kind: 'not_found',
    en: '{kind} {ref} does not exist',
    zh: '{kind} {ref} 不存在',
  },
  fingerprint_not_secret: {
    status: 400,
    kind: 'validation',
    en: '{key} is not a secret',
    zh: '{key} 不是保密项',
  },
  fingerprint_too_many: {
    status: 429,
    kind: 'rate_limit',
    en: 'too many secrets were checked, try again later',
    zh: '查询密钥的次数过多，请稍后再试',
  },
  log_time_required: { status: 400, kind: 'validation', en: 'please choose log time', zh: '请选择日志时间' },
  log_not_found: {
    status: 404,
    kind: 'not_found',
    en: 'there is no log entry for this request',
    zh: '没有该请求的日志',
  },
  resume_id_invalid: {
    status: 400,
    kind: 'validation',
    en: 'this is not an ID of the live feed: send the ID of the last event unchanged, or none to start from now',
    zh: '实时事件的续传编号无效：请原样发送最后一个事件的 id，或不带编号从现在开始接收',
  },
  too_many_readers: {
    status: 429,
    kind: 'rate_limit',
    en: 'too many live feeds are open (at most {max}), close one and try again',
    zh: '打开的实时事件流过多（最多 {max} 个），请关闭一个后重试',
  },
  reader_too_slow: {
    status: 429,
    kind: 'rate_limit',
    en: 'the events were not read fast enough; reconnect with the last ID, nothing is lost',
    zh: '事件接收过慢，连接已断开；请带上最后一个 id 重新连接，不会丢失事件',
  },
  span_too_long: {
    status: 400,
    kind: 'validation',
    en: 'the time span is too long, choose a shorter one',
    zh: '时间跨度过长，请缩短',
  },
  revision_moved: {
    status: 409,
    kind: 'conflict',
    en: 'someone else has changed this in the meantime, reload it and try again',
    zh: '数据已被他人修改，请重新加载后再试',
  },
  storage_unavailable: {
    status: 503,
    kind: 'unavailable',
    log: 'error',
    en: 'the database cannot be reached, try again shortly',
    zh: '暂时无法访问数据库，请稍后再试',
  },
  shutting_down: {
    status: 503,
    kind: 'unavailable',
    en: 'the server is shutting down, try again shortly',
    zh: '服务正在关闭，请稍后再试',
  },
  internal: {
    status: 500,
    kind: 'internal',
    log: 'error',
    en: 'internal server error, contact the admin (request {requestId})',
    zh: '服务器内部错误，请联系管理员（请求 {requestId}）',
  },
} as const satisfies Record<string, ErrorRow>
