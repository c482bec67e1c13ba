import type { ErrorRow } from './error-row.ts'

/** Requests that cannot be understood, and keys that make a request safe to repeat. */
export const requestErrors = {
  invalid_request: {
    status: 400,
    kind: 'validation',
    en: 'invalid request: {field} {problem}',
    zh: '请求无效：{field} {problem}',
  },
  invalid_json: {
    status: 400,
    kind: 'validation',
    en: 'the request body is not valid JSON',
    zh: '请求体不是合法的 JSON',
  },
  body_too_large: { status: 413, kind: 'too_large', en: 'the request body is too large', zh: '请求体过大' },
  unsupported_media_type: {
    status: 415,
    kind: 'unsupported',
    en: 'the request body must be application/json',
    zh: '请求体必须是 application/json',
  },
  navigation_refused: {
    status: 403,
    kind: 'permission',
    log: 'debug',
    en: 'this address is for programs and cannot be opened as a page; send the request from a client',
    zh: '该地址供程序调用，无法作为网页打开；请通过客户端发送请求',
  },
  route_not_found: {
    status: 404,
    kind: 'not_found',
    log: 'debug',
    en: 'there is no endpoint {method} {path}',
    zh: '接口不存在：{method} {path}',
  },
  translation_unsupported: {
    status: 400,
    kind: 'validation',
    en: "'{field}' cannot be sent to this model's provider: {why}",
    zh: '该模型的服务商无法接收 {field}：{why}',
  },
  translation_lossy: {
    status: 400,
    kind: 'validation',
    en: "this model's provider uses another protocol, which has no equivalent for {fields}. Remove these fields, or ask the administrator for another channel",
    zh: '该模型的服务商使用另一种协议，无法表达以下内容：{fields}。请去掉这些参数，或联系管理员更换渠道',
  },
  media_unavailable: {
    status: 400,
    kind: 'validation',
    en: 'a link in the request could not be fetched: {why}',
    zh: '无法获取请求中的链接：{why}',
  },
  api_not_implemented: {
    status: 501,
    kind: 'unsupported',
    en: 'this endpoint is not implemented',
    zh: '该接口尚未实现',
  },
  method_not_allowed: {
    status: 405,
    kind: 'unsupported',
    log: 'debug',
    en: 'this address does not accept {method}',
    zh: '该地址不支持 {method} 方法',
  },
  idempotency_running: {
    status: 409,
    kind: 'conflict',
    en: 'the first request with this Idempotency-Key is still running',
    zh: '使用该 Idempotency-Key 的首个请求仍在进行中',
  },
  idempotency_stream_done: {
    status: 409,
    kind: 'conflict',
    en: 'the stream for this Idempotency-Key has already been delivered and cannot be replayed',
    zh: '该 Idempotency-Key 的流式响应已经送达，无法重放',
  },
  idempotency_unused: {
    status: 404,
    kind: 'not_found',
    en: 'no request with this Idempotency-Key has been processed',
    zh: '没有处理过使用该 Idempotency-Key 的请求',
  },
  idempotency_unknown: {
    status: 409,
    kind: 'conflict',
    log: 'warn',
    en: 'the first request with this Idempotency-Key was interrupted and may or may not have taken effect: check first, and retry with a new key if it did not',
    zh: '使用该 Idempotency-Key 的首个请求被中断，可能已生效，也可能没有：请先核实，若未生效，请换一个键重试',
  },
  idempotency_done: {
    status: 409,
    kind: 'conflict',
    en: 'the request with this Idempotency-Key has been processed, but its response was too large to keep',
    zh: '使用该 Idempotency-Key 的请求已处理，但响应过大，未能保留',
  },
  idempotency_mismatch: {
    status: 422,
    kind: 'validation',
    en: 'this Idempotency-Key has already been used for a different request: use a new key for this one',
    zh: '该 Idempotency-Key 已用于其他请求，请为本次请求换一个键',
  },
} as const satisfies Record<string, ErrorRow>
