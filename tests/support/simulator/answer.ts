import { accountAnswers } from './accounts.ts'
import type { Behaviour } from './behaviour.ts'
import type { Answer } from './deliver.ts'
import { modelList } from './models.ts'
import { errorBody } from './openai-answers.ts'
import { documentBase64, documentPath, pictureBase64, picturePath } from './openai-media.ts'
import type { Complaint, Plain, Protocol, Turn } from './protocol.ts'
import { sseWire, streamBytes } from './wire.ts'

const whole = (status: number, contentType: string, body: Buffer): Answer => ({
  status,
  headers: { 'content-type': contentType },
  pieces: [body],
  bytes: body.length,
})

const json = (status: number, document: unknown): Answer =>
  whole(status, 'application/json', Buffer.from(JSON.stringify(document)))

const plainAnswer = (plain: Plain, status: number): Answer => {
  if ('bytes' in plain) return whole(status, plain.contentType, plain.bytes)
  const answer = json(plain.status ?? status, plain.json)
  return { ...answer, headers: { ...answer.headers, ...plain.headers } }
}

/** Builds the vendor's response to a request that it refuses. */
export const complaintAnswer = (protocol: Protocol, turn: Turn, complaint: Complaint): Answer => {
  const { status, message, code, param } = complaint
  const error = { message, ...(code !== undefined && { code }), ...(param !== undefined && { param }) }
  return plainAnswer(protocol.error(status, error, turn.received), status)
}

const getAnswer = (protocol: Protocol, turn: Turn, modelNames: readonly string[]): Answer => {
  const { received, behaviour, ask } = turn
  const status = behaviour.status ?? 200
  const account = accountAnswers[received.path]
  if (account !== undefined) return json(status, behaviour.json ?? account)
  if (ask.operation === 'models') return json(status, behaviour.json ?? modelList(protocol.name, modelNames))
  if (received.path === picturePath) return whole(200, 'image/png', Buffer.from(pictureBase64, 'base64'))
  if (received.path === documentPath)
    return whole(200, 'application/pdf', Buffer.from(documentBase64, 'base64'))
  return protocol.name === 'responses' ? plainAnswer(protocol.plain(turn), status) : json(404, errorBody(404))
}

const streamAnswer = (
  protocol: Protocol,
  turn: Turn,
  events: NonNullable<ReturnType<NonNullable<Protocol['stream']>>>,
): Answer => {
  const { behaviour } = turn
  const wire = protocol.wire?.(turn) ?? sseWire(behaviour)
  const stream = {
    events,
    wire,
    errorEvent: () => protocol.errorEvent(behaviour.error),
    terminator: protocol.terminator?.(turn),
    afterEnd: protocol.afterEnd?.(turn) ?? [],
  }
  return {
    status: behaviour.status ?? 200,
    headers: { 'content-type': behaviour.contentType ?? wire.contentType, 'cache-control': 'no-cache' },
    pieces: streamBytes(stream, behaviour),
  }
}

const servedAnswer = (protocol: Protocol, turn: Turn): Answer => {
  const { behaviour, received } = turn
  const status = behaviour.status ?? 200
  const events = behaviour.json === undefined ? protocol.stream?.(turn) : undefined
  if (events) return streamAnswer(protocol, turn, events)
  if (behaviour.json !== undefined) return json(status, behaviour.json)
  if (behaviour.errorIn200)
    return plainAnswer({ ...protocol.error(500, behaviour.error, received), status: 200 } as Plain, 200)
  return plainAnswer(protocol.plain(turn), status)
}

/** Builds the response that the behaviour prescribes independently of the protocol; undefined = there is none. */
const toldAnswer = (protocol: Protocol, { behaviour, received }: Turn): Answer | undefined => {
  const status = behaviour.status ?? 200
  if (behaviour.redirectTo !== undefined)
    return {
      ...whole(302, 'text/plain', Buffer.from('elsewhere')),
      headers: { location: behaviour.redirectTo },
    }
  if (behaviour.body !== undefined)
    return whole(status, behaviour.contentType ?? 'application/json', Buffer.from(behaviour.body))
  if (status < 400) return undefined
  if (behaviour.json !== undefined) return json(status, behaviour.json)
  return plainAnswer(protocol.error(status, behaviour.error, received), status)
}

/** Applies a truncated document or another content type. */
const bent = (answer: Answer, behaviour: Behaviour): Answer => {
  if (answer.bytes === undefined) return answer
  const body = Buffer.concat([...answer.pieces])
  const kept = behaviour.truncatedJson ? body.subarray(0, body.length >> 1) : body
  const type = behaviour.contentType ?? answer.headers['content-type'] ?? 'application/json'
  return { ...whole(answer.status, type, kept), headers: { ...answer.headers, 'content-type': type } }
}

/** Builds the response. @param modelNames the models that the simulator claims to serve */
export const answerOf = (protocol: Protocol, turn: Turn, modelNames: readonly string[]): Answer => {
  const { behaviour, received } = turn
  const told = toldAnswer(protocol, turn)
  if (told) {
    const { retryAfter } = behaviour
    if (retryAfter === undefined || behaviour.redirectTo !== undefined) return told
    return { ...told, headers: { ...told.headers, 'retry-after': String(retryAfter) } }
  }
  if (received.method === 'GET') return getAnswer(protocol, turn, modelNames)
  return bent(servedAnswer(protocol, turn), behaviour)
}
