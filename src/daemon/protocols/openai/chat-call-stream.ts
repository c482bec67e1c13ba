import type { ConversationEvent, OpaqueState } from '../conversation/types.ts'
import { asText, objectsOf } from '../json-access.ts'
import type { JsonObject } from '../types.ts'
import { readCallPiece } from './chat-answer-decoder.ts'
import { makeCallId } from './chat-media.ts'
import { readCallSignature } from './chat-reasoning.ts'

/** One call of a stream. It starts with its name; pieces before that are ignored. */
interface StreamedCall {
  readonly index: number
  /** The vendor's index; undefined = none. */
  readonly place: number | undefined
  /** The vendor's id; undefined = none. */
  readonly givenId: string | undefined
  readonly name: string
}

/** Assembles the pieces of tool calls, whatever the vendor omits. Create one per stream. */
export interface CallStream {
  /** @param states Google's signatures so far, by call id */
  push(delta: JsonObject, states: ReadonlyMap<string, OpaqueState>): readonly ConversationEvent[]
  /** Returns the end events of all calls. */
  flush(): readonly ConversationEvent[]
  count(): number
}

export function decodeCallStream(): CallStream {
  const calls: StreamedCall[] = []
  const byPlace = new Map<number, StreamedCall>()

  /** Returns the call that a piece belongs to; undefined = the piece begins a new one. */
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
      // Arguments of a call without a name cannot be used.
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
 * Whether a piece repeats its call's id, or only its name, as some vendors do. Anything else under a used index is a
 * new call: some vendors give all calls index 0.
 */
const isRepeated = (call: StreamedCall, id: string | undefined, name: string): boolean =>
  id === undefined ? call.name === name : call.givenId === id

/**
 * Whether a piece with a known id is a new call. Some vendors give the same id to all calls of an answer, but a piece
 * with its own name and index is another call.
 */
const isNamesake = (call: StreamedCall, place: number | undefined, name: string | undefined): boolean =>
  name !== undefined && place !== undefined && call.place !== undefined
