import type { StreamDecoder } from '../../protocols/conversation/codec.ts'
import type { ConversationEvent, FinishReason } from '../../protocols/conversation/types.ts'
import { asObject, asText } from '../../protocols/json-access.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { JsonObject } from '../../protocols/types.ts'
import { newCallId, readCounts } from '../upstream-codec.ts'
import { readBaiduFailure } from './failure.ts'

const FINISHES: Readonly<Record<string, FinishReason>> = {
  normal: 'stop',
  stop: 'stop',
  length: 'length',
  content_filter: 'content-filter',
  function_call: 'tool-calls',
}

/** Reads the events of a streamed answer. A complete answer is the same except for `is_end`. */
export class BaiduStreamDecoder implements StreamDecoder {
  readonly #isWhole: boolean
  #hasStarted = false
  #calls = 0

  constructor(options: { readonly isWhole: boolean }) {
    this.#isWhole = options.isWhole
  }

  push(data: string): readonly ConversationEvent[] {
    const document = parseJson(data)
    const body = document === undefined ? undefined : asObject(document)
    if (document === undefined || !body) return []
    const failure = readBaiduFailure(document)
    return failure ? [{ kind: 'error', failure }] : [...this.#read(body)]
  }

  flush(): readonly ConversationEvent[] {
    return []
  }

  *#read(body: JsonObject): Generator<ConversationEvent> {
    if (!this.#hasStarted) {
      this.#hasStarted = true
      const id = asText(body.id)
      yield { kind: 'start', ...(id !== undefined && { id }) }
    }
    const call = asObject(body.function_call)
    if (call) yield* this.#readCall(call)
    const text = asText(body.result)
    if (text !== undefined) yield { kind: 'text', text }
    const usage = readCounts(asObject(body.usage), 'prompt_tokens', 'completion_tokens')
    if (usage.kind === 'stated') yield { kind: 'usage', usage: usage.usage }
    if (this.#isWhole || body.is_end === true) yield { kind: 'finish', reason: this.#readFinish(body) }
  }

  *#readCall(call: JsonObject): Generator<ConversationEvent> {
    const thoughts = asText(call.thoughts)
    if (thoughts !== undefined) yield { kind: 'reasoning', text: thoughts }
    const name = asText(call.name)
    if (name === undefined) return
    const index = this.#calls
    this.#calls += 1
    yield { kind: 'tool-start', index, id: newCallId(), name }
    const given = asText(call.arguments)
    if (given !== undefined) yield { kind: 'tool-arguments', index, text: given }
    yield { kind: 'tool-end', index }
  }

  #readFinish(body: JsonObject): FinishReason {
    const stated = FINISHES[asText(body.finish_reason) ?? '']
    if (this.#calls > 0) return 'tool-calls'
    return stated ?? (body.is_truncated === true ? 'length' : 'stop')
  }
}
