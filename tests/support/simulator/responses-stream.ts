import { type Fields, itemsOf, stringOf } from './json-fields.ts'
import { event, type StreamEvent, type Turn } from './protocol.ts'
import { halvesOf, piecesOf } from './reply.ts'
import { type Item, responsesAnswer } from './responses-answers.ts'

/** An event's type, and its members except type and sequence number. */
type Step = readonly [type: string, fields: object]

const reasoningSteps = function* (item: Item, at: object): Generator<Step> {
  yield ['response.output_item.added', { ...at, item: { ...item, summary: [] } }]
  for (const [index, part] of itemsOf(item.summary).entries()) {
    const place = { ...at, item_id: item.id, summary_index: index }
    yield ['response.reasoning_summary_part.added', { ...place, part: { ...part, text: '' } }]
    for (const delta of stringOf(part.text).match(/\S+\s*/g) ?? [])
      yield ['response.reasoning_summary_text.delta', { ...place, delta }]
    yield ['response.reasoning_summary_text.done', { ...place, text: part.text }]
    yield ['response.reasoning_summary_part.done', { ...place, part }]
  }
}

const messageSteps = function* ({ behaviour }: Turn, item: Item, at: object): Generator<Step> {
  yield ['response.output_item.added', { ...at, item: { ...item, status: 'in_progress', content: [] } }]
  const place = { ...at, item_id: item.id, content_index: 0 }
  const [part = {}] = itemsOf(item.content)
  yield ['response.content_part.added', { ...place, part: { ...part, text: '' } }]
  for (const delta of piecesOf(behaviour, stringOf(part.text)))
    yield ['response.output_text.delta', { ...place, delta, logprobs: [], obfuscation: 'padding' }]
  yield ['response.output_text.done', { ...place, text: part.text, logprobs: [] }]
  yield ['response.content_part.done', { ...place, part }]
}

const callSteps = function* (item: Item, at: object): Generator<Step> {
  const [family, member] =
    item.type === 'custom_tool_call'
      ? (['response.custom_tool_call_input', 'input'] as const)
      : (['response.function_call_arguments', 'arguments'] as const)
  const text = stringOf(item[member])
  yield ['response.output_item.added', { ...at, item: { ...item, status: 'in_progress', [member]: '' } }]
  for (const delta of halvesOf(text)) yield [`${family}.delta`, { ...at, item_id: item.id, delta }]
  yield [`${family}.done`, { ...at, item_id: item.id, [member]: text }]
}

const itemSteps = function* (turn: Turn, item: Item, index: number): Generator<Step> {
  const at = { output_index: index }
  if (item.type === 'reasoning') yield* reasoningSteps(item, at)
  else if (item.type === 'message') yield* messageSteps(turn, item, at)
  else yield* callSteps(item, at)
  yield ['response.output_item.done', { ...at, item }]
}

const steps = function* (turn: Turn): Generator<Step> {
  const { opening, closing, output } = responsesAnswer(turn)
  const withResponse = (type: string, response: Fields): Step => [type, { response }]
  yield withResponse('response.created', opening)
  yield withResponse('response.in_progress', opening)
  for (const [index, item] of output.entries()) yield* itemSteps(turn, item, index)
  yield withResponse(`response.${stringOf(closing.status)}`, closing)
}

/** Builds the stream, which OpenAI ends without `[DONE]`. */
export const responsesStream = function* (turn: Turn): Generator<StreamEvent> {
  let number = 0
  for (const [type, fields] of steps(turn)) {
    yield event({ type, sequence_number: number, ...fields }, type)
    number += 1
  }
}
