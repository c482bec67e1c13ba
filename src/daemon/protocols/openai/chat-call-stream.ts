import type { ConversationEvent, OpaqueState } from '../conversation/types.ts'
import { asText, objectsOf } from '../json-access.ts'
import type { JsonObject } from '../types.ts'
import { readCallPiece } from './chat-answer-decoder.ts'
import { makeCallId } from './chat-media.ts'
import { readCallSignature } from './chat-reasoning.ts'

/** One call of a stream. Its name is known from the start: what comes before is kept. */
interface StreamedCall {
  readonly index: number
  /** The vendor's number; undefined = it gave none. */
  readonly place: number | undefined
  /** As the vendor wrote it; undefined = it gave none. */
  readonly givenId: string | undefined
  readonly name: string
}

/** Puts the pieces of tool calls together, whatever the vendor leaves out. One per stream. */
export interface CallStream {
  /** @param states Google's signatures by call id, so far */
  push(delta: JsonObject, states: ReadonlyMap<string, OpaqueState>): readonly ConversationEvent[]
  /** The ends of all calls. */
  flush(): readonly ConversationEvent[]
  count(): number
}

export function decodeCallStream(): CallStream {
  const calls: StreamedCall[] = []
  const byPlace = new Map<number, StreamedCall>()

  /** The call that a piece belongs to; undefined = it begins one. */
  const find = (place: number | undefined, id: string | undefined, name: string | undefined) => {
    const known = place === undefined ? undefined : byPlace.get(place)
    const sameId = id === undefined ? undefined : calls.find((call) => call.givenId === id)
    if (known) return name === undefined || isRepeated(known, id, name) ? known : undefined
    if (sameId) return isNamesake(sameId, place, name) ? undefined : sameId
    return name === undefined && place === undefined ? calls.at(-1) : undefined
  }

  const begin = (place: number | undefined, givenId: string | undefined, name: string): StreamedCall => {
    const call = { index: calls.length, place, givenId, name }
    calls.push(call)
    if (place !== undefined) byPlace.set(place, call)
    return call
  }

  const read = (
    element: JsonObject,
    states: ReadonlyMap<string, OpaqueState>,
  ): readonly ConversationEvent[] => {
    const place = typeof element.index === 'number' ? element.index : undefined
    const id = asText(element.id)
    const { name, piece, isCustom } = readCallPiece(element)
    const events: ConversationEvent[] = []
    let call = find(place, id, name)
    if (!call) {
      // Arguments of a call that was never named are of no use to anybody.
      if (name === undefined) return []
      call = begin(place, id, name)
      const state = readCallSignature(element) ?? states.get(id ?? '')
      events.push({
        kind: 'tool-start',
        index: call.index,
        id: id ?? makeCallId(),
        name,
        ...(isCustom && { isCustom }),
        ...(state && { state }),
      })
    }
    if (piece !== '') events.push({ kind: 'tool-arguments', index: call.index, text: piece })
    return events
  }

  return {
    push: (delta, states) => objectsOf(delta.tool_calls).flatMap((element) => read(element, states)),
    flush: () => calls.map(({ index }) => ({ kind: 'tool-end', index })),
    count: () => calls.length,
  }
}

/**
 * Some vendors say id and name in every piece, some the name alone: that is the same call. A new one under a used number
 * is another: some number all calls 0.
 */
const isRepeated = (call: StreamedCall, id: string | undefined, name: string): boolean =>
  id === undefined ? call.name === name : call.givenId === id

/** Some vendors give the same id to all calls of an answer. If it has its own name and number, it is another call. */
const isNamesake = (call: StreamedCall, place: number | undefined, name: string | undefined): boolean =>
  name !== undefined && place !== undefined && call.place !== undefined
