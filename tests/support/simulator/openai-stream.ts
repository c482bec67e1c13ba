import type { Ask } from './ask.ts'
import type { Behaviour } from './behaviour.ts'
import { created, openaiFinish, openaiUsage } from './openai-answers.ts'
import { event, type StreamEvent, type Turn } from './protocol.ts'
import { figuresOf, halvesOf, piecesOf, type Reply, type ReplyCall, replyOf } from './reply.ts'

type Choice = Record<string, unknown>

const chatChoice = (delta: Choice, finish: string | null = null): Choice => ({
  index: 0,
  delta,
  logprobs: null,
  finish_reason: finish,
})

const textChoice = (text: string, finish: string | null = null): Choice => ({
  index: 0,
  text,
  logprobs: null,
  finish_reason: finish,
})

const callDeltas = function* (call: ReplyCall, index: number): Generator<Choice> {
  const [name, member] = call.kind === 'custom' ? ['custom', 'input'] : ['function', 'arguments']
  const first = { index, id: call.id, type: name, [name]: { name: call.name, [member]: '' } }
  yield { tool_calls: [first] }
  for (const piece of halvesOf(call.arguments)) yield { tool_calls: [{ index, [name]: { [member]: piece } }] }
}

/** Yields the content of the response, one choice per chunk. */
const chatChoices = function* (behaviour: Behaviour, reply: Reply): Generator<Choice> {
  const hasCalls = reply.calls.length > 0
  yield chatChoice({ role: 'assistant', content: hasCalls ? null : '', refusal: null })
  for (const piece of reply.reasoning?.match(/\S+\s*/g) ?? []) yield chatChoice({ reasoning_content: piece })
  for (const [index, call] of reply.calls.entries())
    for (const delta of callDeltas(call, index)) yield chatChoice(delta)
  if (!hasCalls) for (const piece of piecesOf(behaviour, reply.text)) yield chatChoice({ content: piece })
}

const completionChoices = function* (behaviour: Behaviour, reply: Reply): Generator<Choice> {
  for (const piece of piecesOf(behaviour, reply.text)) yield textChoice(piece)
}

/** Yields the data of each event, in order, without `[DONE]`. */
const documentsOf = function* ({ behaviour, ask, memory }: Turn): Generator<unknown> {
  const isChat = ask.operation === 'chat'
  const place = behaviour.usage ?? 'asked'
  const reply = replyOf(behaviour, ask, memory)
  const whole = openaiUsage(behaviour)
  const { input } = figuresOf(behaviour)
  const chunk = (choices: readonly Choice[], usage?: unknown) => ({
    id: isChat ? 'chatcmpl-simulator' : 'cmpl-simulator',
    object: isChat ? 'chat.completion.chunk' : 'text_completion',
    created,
    model: ask.model,
    system_fingerprint: 'fp_simulator',
    choices,
    ...(usage === undefined ? (ask.includeUsage && place !== 'missing' ? { usage: null } : {}) : { usage }),
  })
  let sent = 0
  /** Returns cumulative figures, which reach the total with the last chunk. */
  const running = () =>
    place === 'every' ? { ...whole, completion_tokens: sent, total_tokens: input + sent } : undefined
  // A chat begins with a chunk that only states the role; it does not count.
  let isOpening = isChat
  for (const choice of isChat ? chatChoices(behaviour, reply) : completionChoices(behaviour, reply)) {
    if (!isOpening) sent += 1
    yield chunk([choice], isOpening && place === 'first' ? whole : running())
    isOpening = false
  }
  const finish = openaiFinish(reply.finish)
  yield chunk(
    [isChat ? chatChoice({}, finish) : textChoice('', finish)],
    place === 'every' ? whole : undefined,
  )
  const isLast = place === 'last' || place === 'twice' || (place === 'asked' && ask.includeUsage)
  if (isLast) yield chunk([], whole)
  if (place === 'twice') yield chunk([], whole)
}

const isStreamed = ({ operation }: Ask): boolean => operation === 'chat' || operation === 'completion'

/** Yields the events of a chat or completion; other streams are in openai-media.ts. */
export const openaiStream = function* (turn: Turn): Generator<StreamEvent> {
  if (isStreamed(turn.ask)) for (const document of documentsOf(turn)) yield event(document)
}
