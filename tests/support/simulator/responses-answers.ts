import type { Behaviour } from './behaviour.ts'
import { type Fields, fieldsOf } from './json-fields.ts'
import { created } from './openai-answers.ts'
import type { Turn } from './protocol.ts'
import { figuresOf, type Reply, type ReplyCall, replyOf } from './reply.ts'

export type Item = Readonly<Record<string, unknown>> & { readonly id: string; readonly type: string }

const incompleteReasons: Readonly<Record<string, string>> = {
  length: 'max_output_tokens',
  content_filter: 'content_filter',
}

const usageOf = (behaviour: Behaviour) => {
  if (behaviour.usage === 'missing') return null
  const { input, output, cached, cacheWrite, reasoning } = figuresOf(behaviour)
  return {
    input_tokens: input,
    input_tokens_details: {
      cached_tokens: cached,
      ...(cacheWrite > 0 && { cache_write_tokens: cacheWrite }),
    },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: input + output,
    ...behaviour.usageValues,
  }
}

/** Builds a reasoning item. The summary and the encrypted form are included only if the request asks for them. */
const reasoningItem = ({ behaviour, ask, memory }: Turn, text: string): Item => {
  const body = fieldsOf(ask.json)
  const { summary, generate_summary: old } = fieldsOf(body.reasoning)
  const wantsSummary = (summary ?? old ?? null) !== null
  const wantsState = Array.isArray(body.include) && body.include.includes('reasoning.encrypted_content')
  return {
    id: memory.nextId('rs_'),
    type: 'reasoning',
    summary: wantsSummary ? [{ type: 'summary_text', text }] : [],
    ...(wantsState && { encrypted_content: memory.sign('reasoning', behaviour.signature) }),
  }
}

const callItem = (call: ReplyCall, id: string, status: string): Item => ({
  id,
  status,
  call_id: call.id,
  name: call.name,
  ...(call.kind === 'custom'
    ? { type: 'custom_tool_call', input: call.arguments }
    : { type: 'function_call', arguments: call.arguments }),
})

/** @returns the output items, in order */
const outputOf = (turn: Turn, reply: Reply): readonly Item[] => {
  const { memory, behaviour } = turn
  const status = incompleteReasons[reply.finish] ? 'incomplete' : 'completed'
  const reasoning = reply.reasoning === undefined ? [] : [reasoningItem(turn, reply.reasoning)]
  const hasText = reply.text !== '' || behaviour.endless === true
  const part = { type: 'output_text', text: reply.text, annotations: [], logprobs: [] }
  const message = {
    id: memory.nextId('msg_'),
    type: 'message',
    status,
    role: 'assistant',
    content: [part],
  }
  const items = [
    ...reasoning,
    ...(hasText ? [message] : []),
    ...reply.calls.map((call) => callItem(call, memory.nextId('fc_'), status)),
  ]
  // A call that followed reasoning is bound to it: it must not be sent back without the reasoning.
  const [thought] = reasoning
  for (const { id, type } of items)
    if (thought && type === 'function_call') memory.documents.set(`needs ${id}`, thought.id)
  return items
}

export interface ResponsesAnswer {
  readonly reply: Reply
  readonly output: readonly Item[]
  /** The response at its start: no output, no usage. */
  readonly opening: Fields
  /** The response at its end. */
  readonly closing: Fields
}

/** Returns the members that repeat the request. */
const echoOf = (body: Fields): Fields => ({
  background: body.background ?? false,
  instructions: body.instructions ?? null,
  max_output_tokens: body.max_output_tokens ?? null,
  max_tool_calls: body.max_tool_calls ?? null,
  parallel_tool_calls: body.parallel_tool_calls ?? true,
  previous_response_id: body.previous_response_id ?? null,
  prompt_cache_key: body.prompt_cache_key ?? null,
  reasoning: { effort: null, summary: null, ...fieldsOf(body.reasoning) },
  safety_identifier: body.safety_identifier ?? null,
  service_tier: 'default',
  store: body.store ?? true,
  temperature: body.temperature ?? 1,
  text: { format: { type: 'text' }, verbosity: 'medium', ...fieldsOf(body.text) },
  tool_choice: body.tool_choice ?? 'auto',
  tools: body.tools ?? [],
  top_logprobs: body.top_logprobs ?? 0,
  top_p: body.top_p ?? 1,
  truncation: body.truncation ?? 'disabled',
  user: body.user ?? null,
  metadata: body.metadata ?? {},
})

export const responsesAnswer = (turn: Turn): ResponsesAnswer => {
  const { behaviour, ask, memory } = turn
  const body = fieldsOf(ask.json)
  const reply = replyOf(behaviour, ask, memory)
  const output = outputOf(turn, reply)
  const reason = incompleteReasons[reply.finish]
  const id = memory.nextId('resp_')
  const common = {
    id,
    object: 'response',
    created_at: created,
    error: null,
    model: ask.model,
    ...echoOf(body),
  }
  const opening = {
    ...common,
    status: 'in_progress',
    completed_at: null,
    incomplete_details: null,
    output: [],
    usage: null,
  }
  const closing = {
    ...common,
    status: reason === undefined ? 'completed' : 'incomplete',
    completed_at: reason === undefined ? created + 1 : null,
    incomplete_details: reason === undefined ? null : { reason },
    output,
    usage: usageOf(behaviour),
  }
  if (body.store !== false) {
    memory.documents.set(id, { ...closing, input: body.input })
    for (const item of output) memory.documents.set(item.id, item)
  }
  return { reply, output, opening, closing }
}
