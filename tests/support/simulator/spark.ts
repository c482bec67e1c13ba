import { type Ask, askOf, type Received } from './ask.ts'
import type { Behaviour } from './behaviour.ts'
import { fieldsOf, itemsOf, stringOf } from './json-fields.ts'
import { type Complaint, event, type Protocol, type StreamEvent, type Turn } from './protocol.ts'
import { figuresOf, piecesOf, replyOf } from './reply.ts'

const header = (status: number) => ({
  code: 0,
  message: 'Success',
  sid: 'cht000simulator',
  status,
})

const usagePart = (behaviour: Behaviour) => {
  if (behaviour.usage === 'missing') return {}
  const { input, output } = figuresOf(behaviour)
  return {
    usage: {
      text: {
        question_tokens: input,
        prompt_tokens: input,
        completion_tokens: output,
        total_tokens: input + output,
        ...behaviour.usageValues,
      },
    },
  }
}

/** Yields the frames of one response; the last one, with status 2, has the usage. */
const frames = function* ({ behaviour, ask, memory }: Turn): Generator<StreamEvent> {
  const { reasoning, text, calls } = replyOf(behaviour, ask, memory)
  let sequence = 0
  const frame = (content: object, isLast = false) => {
    const status = isLast ? 2 : sequence === 0 ? 0 : 1
    const choices = { status, seq: sequence, text: [{ role: 'assistant', index: 0, ...content }] }
    sequence += 1
    return event({
      header: header(status),
      payload: { choices, ...(isLast && usagePart(behaviour)) },
    })
  }
  for (const piece of reasoning?.match(/\S+\s*/g) ?? [])
    yield frame({ content: '', reasoning_content: piece })
  const [call] = calls
  if (call) {
    const { name, arguments: args } = call
    yield frame({ content: '', content_type: 'text', function_call: { name, arguments: args } }, true)
    return
  }
  for (const piece of piecesOf(behaviour, text)) yield frame({ content: piece })
  yield frame({ content: '' }, true)
}

const codes: Readonly<Record<number, number>> = { 400: 10_003, 401: 11_200, 403: 11_200, 429: 11_202 }

const errorFrame = (status: number, error: Behaviour['error'] = {}): StreamEvent =>
  event({
    header: {
      code: error.code ? Number(error.code) : (codes[status] ?? 10_008),
      message: error.message ?? `The simulator was told to fail with ${status}.`,
      sid: 'cht000simulator',
      status: 2,
    },
  })

const bodyOf = (json: unknown) => {
  const body = fieldsOf(json)
  const payload = fieldsOf(body.payload)
  return {
    appId: stringOf(fieldsOf(body.header).app_id),
    domain: stringOf(fieldsOf(fieldsOf(body.parameter).chat).domain),
    messages: itemsOf(fieldsOf(payload.message).text),
    functions: itemsOf(fieldsOf(payload.functions).text),
  }
}

const read = ({ json }: Received): Ask => {
  const { domain, messages, functions } = bodyOf(json)
  const last = messages.at(-1)
  return askOf({
    operation: 'chat',
    model: domain,
    isStream: true,
    json,
    lastMessage: stringOf(messages.findLast(({ role }) => role === 'user')?.content),
    tools: new Map(functions.map(({ name }) => [stringOf(name), 'function'])),
    endsWithToolResult: last?.role === 'tool' || last?.role === 'function',
  })
}

const check = ({ json }: Ask): Complaint | undefined => {
  const { appId, domain, messages } = bodyOf(json)
  if (appId === '')
    return { status: 400, code: '10004', message: "'$.header.app_id' length must be greater than 0" }
  if (domain === '') return { status: 400, code: '10404', message: 'invalid domain' }
  const isEmpty = messages.length === 0 || messages.some(({ content }) => stringOf(content) === '')
  return isEmpty ? { status: 400, code: '10004', message: "'$.payload.message.text' is empty" } : undefined
}

/** iFlytek Spark: one request and its response on a websocket. For the connection see spark-socket.ts. */
export const spark: Protocol = {
  name: 'spark',
  isSigned: true,
  read,
  check,
  plain: () => ({ json: {} }),
  stream: frames,
  error: (status, error) => ({ json: JSON.parse(errorFrame(status, error).data) as unknown }),
  errorEvent: (error) => errorFrame(500, error),
}
