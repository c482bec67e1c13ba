import { asText, objectsOf } from '../../protocols/json-access.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import { inputItems } from '../../protocols/responses/index.ts'
import type { JsonObject } from '../../protocols/types.ts'
import type { ConnectionMemory, RememberedResponse } from '../inbound/inbound.ts'

/** Per connection; more text than any model reads. */
const CHARS_OF_CONNECTION_MAX = 16_777_216
/** The most characters that all connections together remember. */
const CHARS_MAX = 134_217_728

interface Entry extends RememberedResponse {
  readonly id: string
  /** The items as JSON, one list per response. Lists of earlier responses are shared, not copied. */
  readonly lists: readonly string[]
  readonly chars: number
}

/** A response and its request. */
export interface Answered {
  /** The body as it was sent. */
  readonly body: JsonObject
  readonly response: JsonObject
  /** The remembered response that the request continued from. */
  readonly previous: RememberedResponse | undefined
}

/**
 * Holds all responses that only connections remember. If there are too many, the oldest is dropped, and its client has
 * to send the whole conversation.
 */
export class RememberedResponses {
  /** Oldest first. The function removes the response from its connection. */
  readonly #entries = new Map<Entry, () => void>()
  readonly #charsMax: number
  #chars = 0

  constructor(charsMax = CHARS_MAX) {
    this.#charsMax = charsMax
  }

  get chars(): number {
    return this.#chars
  }

  add(entry: Entry, forget: () => void): void {
    this.#entries.set(entry, forget)
    this.#chars += entry.chars
    for (const forgetOldest of this.#entries.values()) {
      if (this.#chars <= this.#charsMax) return
      forgetOldest()
    }
  }

  delete(entry: Entry): void {
    if (this.#entries.delete(entry)) this.#chars -= entry.chars
  }
}

/** Remembers the latest response of each lane of one connection, unless it is stored elsewhere. */
export class LaneMemory implements ConnectionMemory {
  readonly #all: RememberedResponses
  readonly #lanes = new Map<string, Entry>()
  readonly #charsMax: number

  constructor(all: RememberedResponses, charsMax = CHARS_OF_CONNECTION_MAX) {
    this.#all = all
    this.#charsMax = charsMax
  }

  find(id: string): RememberedResponse | undefined {
    for (const entry of this.#lanes.values()) if (entry.id === id) return entry
    return undefined
  }

  /** Remembers the latest response of a lane. */
  note(lane: string, { body, response, previous }: Answered): void {
    this.#forget(lane)
    const id = asText(response.id)
    const isStored = body.store !== false && response.store !== false
    // A request that names a conversation gets its items from there.
    const isOfConversation = body.conversation !== undefined && body.conversation !== null
    if (id === undefined || isStored || isOfConversation) return
    const items = [...inputItems(body), ...objectsOf(response.output)]
    const lists = [...(isEntry(previous) ? previous.lists : []), JSON.stringify(items)]
    const chars = lists.reduce((sum, list) => sum + list.length, 0)
    const others = [...this.#lanes.values()].reduce((sum, entry) => sum + entry.chars, 0)
    if (chars + others > this.#charsMax) return
    const entry: Entry = {
      id,
      continues: previous ? previous.continues : asText(body.previous_response_id),
      lists,
      chars,
      items: () => lists.flatMap((list) => objectsOf(parseJson(list))),
    }
    this.#lanes.set(lane, entry)
    this.#all.add(entry, () => this.#forget(lane))
  }

  /** Forgets everything, when the connection is closed. */
  clear(): void {
    for (const lane of [...this.#lanes.keys()]) this.#forget(lane)
  }

  #forget(lane: string): void {
    const entry = this.#lanes.get(lane)
    if (!entry) return
    this.#lanes.delete(lane)
    this.#all.delete(entry)
  }
}

const isEntry = (remembered: RememberedResponse | undefined): remembered is Entry =>
  remembered !== undefined && 'lists' in remembered
