import { errorBody, textOf, usageOf } from './answers.ts'
import type { Ask } from './ask.ts'
import type { Behaviour } from './behaviour.ts'

const created = 1_760_000_000

/** The assistant's text in the pieces that the events carry. */
const piecesOf = function* (behaviour: Behaviour, ask: Ask): Generator<string> {
  if (behaviour.endless) for (;;) yield 'and so on '
  const text = textOf(behaviour, ask)
  if (behaviour.textBytes !== undefined) {
    const size = Math.max(1, Math.ceil(text.length / (behaviour.chunks ?? 1)))
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
    return
  }
  yield* text.match(/\S+\s*/g) ?? []
}

/** The data of each event, in order, without `[DONE]`. */
const documentsOf = function* (behaviour: Behaviour, ask: Ask): Generator<unknown> {
  const isChat = ask.operation === 'chat'
  const place = behaviour.usage ?? 'asked'
  const chunk = (choices: unknown[], usage?: unknown) => ({
    id: isChat ? 'chatcmpl-simulator' : 'cmpl-simulator',
    object: isChat ? 'chat.completion.chunk' : 'text_completion',
    created,
    model: ask.model,
    system_fingerprint: 'fp_simulator',
    choices,
    ...(usage === undefined ? (ask.includeUsage && place !== 'missing' ? { usage: null } : {}) : { usage }),
  })
  const choice = (text: string | undefined, finish: string | null) =>
    isChat
      ? {
          index: 0,
          delta: text === undefined ? {} : { content: text },
          logprobs: null,
          finish_reason: finish,
        }
      : { index: 0, text: text ?? '', logprobs: null, finish_reason: finish }
  const whole = usageOf(behaviour)
  let sent = 0
  /** Cumulative figures that reach the whole with the last chunk. */
  const running = () =>
    place === 'every' ? { ...whole, completion_tokens: sent, total_tokens: 9 + sent } : undefined

  if (isChat) {
    const delta = { role: 'assistant', content: '', refusal: null }
    yield chunk(
      [{ index: 0, delta, logprobs: null, finish_reason: null }],
      place === 'first' ? whole : running(),
    )
  }
  for (const piece of piecesOf(behaviour, ask)) {
    sent += 1
    yield chunk([choice(piece, null)], running())
  }
  yield chunk([choice(undefined, behaviour.finishReason ?? 'stop')], place === 'every' ? whole : undefined)
  const last = place === 'last' || place === 'twice' || (place === 'asked' && ask.includeUsage)
  if (last) yield chunk([], whole)
  if (place === 'twice') yield chunk([], whole)
}

/** The whole event stream as it goes over the wire, one buffer per event. */
export const streamEvents = function* (behaviour: Behaviour, ask: Ask): Generator<Buffer> {
  const newline = behaviour.crlf ? '\r\n' : '\n'
  const event = (data: string) =>
    Buffer.from(`${behaviour.comments ? `: keep-alive${newline}` : ''}data: ${data}${newline}${newline}`)
  if (behaviour.errorIn200) {
    yield event(JSON.stringify(errorBody(500, behaviour.error)))
    return
  }
  let index = 0
  for (const document of documentsOf(behaviour, ask)) {
    if (index === behaviour.malformedAfterEvents)
      yield event('{"id":"chatcmpl-simulator","choices":[{"delta":')
    if (index === behaviour.errorAfterEvents) {
      yield event(JSON.stringify(errorBody(500, behaviour.error)))
      return
    }
    yield event(JSON.stringify(document))
    index += 1
  }
  if (behaviour.done !== false) yield event('[DONE]')
  if (behaviour.usage === 'after-done')
    yield event(JSON.stringify({ id: 'chatcmpl-simulator', choices: [], usage: usageOf(behaviour) }))
}
