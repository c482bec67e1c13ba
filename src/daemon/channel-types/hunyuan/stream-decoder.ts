import type { StreamDecoder } from '../../protocols/conversation/codec.ts'
import type { ConversationEvent, FinishReason } from '../../protocols/conversation/types.ts'
import { asObject, asText, objectsOf } from '../../protocols/json-access.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { JsonObject, JsonValue } from '../../protocols/types.ts'
import { newCallId, readCounts } from '../upstream-codec.ts'
import { unwrap } from './envelope.ts'
import { readHunyuanFailure } from './failure.ts'

const FINISHES: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  tool_calls: 'tool-calls',
  sensitive: 'content-filter',
  length: 'length',
}

/** Reads the events of a streamed answer. A complete answer is one event that contains everything. */
export class HunyuanStreamDecoder implements StreamDecoder {
  #hasStarted = false
  #hasCalled = false
  readonly #openCalls = new Set<number>()

  push(data: string): readonly ConversationEvent[] {
    const document = data.startsWith('[DONE]') ? undefined : parseJson(data)
    if (document === undefined) return []
    const failure = readHunyuanFailure(document)
    if (failure) return [{ kind: 'error', failure }]
    return [...this.#read(unwrap(document))]
  }

  flush(): readonly ConversationEvent[] {
    return this.#endCalls()
  }

  *#read(body: JsonObject): Generator<ConversationEvent> {
    if (!this.#hasStarted) {
      this.#hasStarted = true
      const id = asText(body.Id)
      yield { kind: 'start', ...(id !== undefined && { id }) }
    }
    const choice = objectsOf(body.Choices)[0]
    if (choice) yield* this.#readMessage(asObject(choice.Delta) ?? asObject(choice.Message) ?? {})
    const usage = readCounts(asObject(body.Usage), 'PromptTokens', 'CompletionTokens')
    if (usage.kind === 'stated') yield { kind: 'usage', usage: usage.usage }
    const finish = asText(choice?.FinishReason)
    if (finish === undefined) return
    yield* this.#endCalls()
    const reason = FINISHES[finish] ?? 'stop'
    yield { kind: 'finish', reason: reason === 'stop' && this.#hasCalled ? 'tool-calls' : reason }
  }

  *#readMessage(message: JsonObject): Generator<ConversationEvent> {
    const reasoning = asText(message.ReasoningContent)
    if (reasoning !== undefined) yield { kind: 'reasoning', text: reasoning }
    const text = asText(message.Content)
    if (text !== undefined) yield { kind: 'text', text }
    for (const [place, call] of objectsOf(message.ToolCalls).entries())
      yield* this.#readCall(call, readIndex(call.Index) ?? place)
  }

  *#readCall(call: JsonObject, index: number): Generator<ConversationEvent> {
    const made = asObject(call.Function)
    if (!this.#openCalls.has(index)) {
      this.#openCalls.add(index)
      this.#hasCalled = true
      yield {
        kind: 'tool-start',
        index,
        id: asText(call.Id) ?? newCallId(),
        name: asText(made?.Name) ?? '',
      }
    }
    const text = asText(made?.Arguments)
    if (text !== undefined) yield { kind: 'tool-arguments', index, text }
  }

  #endCalls(): ConversationEvent[] {
    const events = [...this.#openCalls].map((index): ConversationEvent => ({ kind: 'tool-end', index }))
    this.#openCalls.clear()
    return events
  }
}

const readIndex = (value: JsonValue | undefined): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined
