import type { StreamDecoder } from '../../protocols/conversation/codec.ts'
import type { ConversationEvent } from '../../protocols/conversation/types.ts'
import { asObject, asText, objectsOf } from '../../protocols/json-access.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { JsonObject, JsonValue } from '../../protocols/types.ts'
import { newCallId } from '../upstream-codec.ts'
import { readSparkFailure } from './failure.ts'
import { readPayload, readSparkUsage } from './frames.ts'

const LAST = 2

/** Reads the frames of one answer. */
export class SparkStreamDecoder implements StreamDecoder {
  #hasStarted = false
  #calls = 0

  push(data: string): readonly ConversationEvent[] {
    const document = parseJson(data)
    if (document === undefined) return []
    const failure = readSparkFailure(document)
    return failure ? [{ kind: 'error', failure }] : [...this.#read(document)]
  }

  flush(): readonly ConversationEvent[] {
    return []
  }

  *#read(document: JsonValue): Generator<ConversationEvent> {
    const header = asObject(asObject(document)?.header)
    if (!this.#hasStarted) {
      this.#hasStarted = true
      const id = asText(header?.sid)
      yield { kind: 'start', ...(id !== undefined && { id }) }
    }
    const choices = asObject(readPayload(document)?.choices)
    for (const piece of objectsOf(choices?.text)) yield* this.#readPiece(piece)
    if (header?.status !== LAST && choices?.status !== LAST) return
    const usage = readSparkUsage(document)
    if (usage.kind === 'stated') yield { kind: 'usage', usage: usage.usage }
    yield { kind: 'finish', reason: this.#calls > 0 ? 'tool-calls' : 'stop' }
  }

  *#readPiece(piece: JsonObject): Generator<ConversationEvent> {
    const reasoning = asText(piece.reasoning_content)
    if (reasoning !== undefined) yield { kind: 'reasoning', text: reasoning }
    const text = asText(piece.content)
    if (text !== undefined) yield { kind: 'text', text }
    const call = asObject(piece.function_call)
    const name = asText(call?.name)
    if (name === undefined) return
    const index = this.#calls
    this.#calls += 1
    yield { kind: 'tool-start', index, id: newCallId(), name }
    const given = asText(call?.arguments)
    if (given !== undefined) yield { kind: 'tool-arguments', index, text: given }
    yield { kind: 'tool-end', index }
  }
}
