import { exchange } from '../client/exchange.ts'
import { type CheckContext, type Finding, ok, trouble } from './finding.ts'

/** The gateway's response. */
interface Reply {
  readonly status: number
  readonly ms: number
  readonly body: unknown
}

/** Sends a request to the gateway like a client, with one of the user's API tokens. */
async function call(
  { settings, now }: CheckContext,
  key: string,
  path: string,
  body?: object,
): Promise<Reply | string> {
  const startedMs = now()
  try {
    const response = await exchange({
      method: body === undefined ? 'GET' : 'POST',
      url: settings.url.value + path,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(settings.timeoutMs),
    })
    const answer = await response.text()
    return { status: response.status, ms: now() - startedMs, body: readJson(answer) }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return cause instanceof Error ? cause.message : String(cause)
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Lists the models that the token may call; this costs nothing. */
export async function checkModels(context: CheckContext, key: string): Promise<Finding> {
  const id = 'models'
  const reply = await call(context, key, '/v1/models')
  const rows =
    typeof reply !== 'string' && typeof reply.body === 'object' && reply.body !== null && 'data' in reply.body
      ? reply.body.data
      : undefined
  if (typeof reply !== 'string' && reply.status === 200 && Array.isArray(rows) && rows.length > 0)
    return ok(id, `the API token can call ${rows.length} models`, `该令牌可调用 ${rows.length} 个模型`)
  const why = typeof reply === 'string' ? reply : reply.status === 200 ? '' : messageOf(reply)
  return trouble(
    id,
    'failed',
    [
      `the API token cannot call any model${why === '' ? '' : `: ${why}`}`,
      `该令牌没有可调用的模型${why === '' ? '' : `：${why}`}`,
    ],
    [
      "an enabled channel must serve a priced model to the token's group",
      '需有已启用的渠道向该令牌的分组提供已定价的模型',
    ],
  )
}

/** Sends one real, very short request; it is charged like any other. */
export async function checkCall(context: CheckContext, key: string, model: string): Promise<Finding> {
  const id = 'call'
  const reply = await call(context, key, '/v1/chat/completions', {
    model,
    max_tokens: 8,
    messages: [{ role: 'user', content: 'Say ok.' }],
  })
  if (typeof reply !== 'string' && reply.status === 200)
    return ok(id, `${model} answered in ${reply.ms} ms`, `${model} 在 ${reply.ms} 毫秒内响应`)
  const why = typeof reply === 'string' ? reply : messageOf(reply)
  return trouble(
    id,
    'failed',
    [`${model}: ${why}`, `${model}：${why}`],
    [
      `tollgate explain --model ${model}, tollgate logs --errors`,
      `tollgate explain --model ${model}，tollgate logs --errors`,
    ],
  )
}

function messageOf({ status, body }: Reply): string {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  const message =
    typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : ''
  return `HTTP ${status}${message === '' ? '' : ` ${message}`}`
}
