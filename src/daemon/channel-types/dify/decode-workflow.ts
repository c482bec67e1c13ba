import type { StreamDecoder } from '../../protocols/conversation/codec.ts'
import type { ConversationAnswer, ConversationEvent } from '../../protocols/conversation/types.ts'
import { asObject, asText } from '../../protocols/json-access.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { JsonObject, JsonValue } from '../../protocols/types.ts'
import { readDifyFailure } from './decode-chat.ts'

/** Names that authors usually give to the output with the answer. */
const ANSWERS = ['text', 'answer', 'output', 'result'] as const

/** Reads the text of a chunk, of the end of a workflow or of a complete answer; undefined = none. */
export function readWorkflowText({ event, data: held }: JsonObject): string | undefined {
  const data = asObject(held)
  if (event === 'text_chunk') return asText(data?.text)
  if (event !== undefined && event !== 'workflow_finished') return undefined
  const outputs = asObject(data?.outputs)
  return outputs && readOutputs(outputs)
}

/** Returns the output with a usual name, the only output, or all outputs as JSON. */
function readOutputs(outputs: JsonObject): string {
  const named = ANSWERS.flatMap((name) => asText(outputs[name]) ?? [])[0]
  if (named !== undefined) return named
  const values = Object.values(outputs)
  if (values.length === 0) return ''
  return (values.length === 1 ? asText(values[0]) : undefined) ?? JSON.stringify(outputs)
}

/** Reads a complete answer (`response_mode: blocking`). */
export function decodeWorkflowAnswer(document: JsonValue): ConversationAnswer {
  const body = asObject(document) ?? {}
  const id = asText(body.workflow_run_id)
  const text = readWorkflowText(body)
  return {
    ...(id !== undefined && { id }),
    parts: text === undefined ? [] : [{ kind: 'text', text }],
    finish: 'stop',
  }
}

/** Reads the events of a stream. If the end node of a workflow streams, its text comes in chunks, otherwise at the end. */
export function decodeWorkflowStream(): StreamDecoder {
  let hasStarted = false
  let hasFinished = false
  let hasSpoken = false

  const start = (event: JsonObject): ConversationEvent[] => {
    if (hasStarted) return []
    hasStarted = true
    const id = asText(event.workflow_run_id)
    return [{ kind: 'start', ...(id !== undefined && { id }) }]
  }

  const say = (event: JsonObject): ConversationEvent[] => {
    const text = readWorkflowText(event) ?? ''
    if (text === '') return []
    hasSpoken = true
    return [{ kind: 'text', text }]
  }

  return {
    push: (data) => {
      const event = asObject(parseJson(data))
      if (!event || hasFinished) return []
      const failed = readDifyFailure(event)
      if (failed) return [{ kind: 'error', failure: failed }]
      if (event.event === 'text_chunk') return [...start(event), ...say(event)]
      if (event.event !== 'workflow_finished') return []
      hasFinished = true
      return [...start(event), ...(hasSpoken ? [] : say(event)), { kind: 'finish', reason: 'stop' }]
    },
    flush: () => [],
  }
}
