import { EventShape } from '../../protocols/event-shape.ts'
import type { Codec, StreamEvent } from '../../protocols/types.ts'
import { mayStateUsage } from '../call/read-usage.ts'

/** The number of content events before the first search: short answers are not worth it. */
const FIRST_LOOK = 4
/** Each search comes after twice as many events, up to this many: if there is no shape by then, there is none. */
const LAST_LOOK = 64

/**
 * Searches for what the events of one stream have in common, so that events that only repeat it need not be parsed.
 * This only pays if events pass through; when translated or rewritten, each one is parsed anyway.
 */
export class ShapeSearch {
  readonly #codec: Codec
  #nextLook = FIRST_LOOK
  #isOver: boolean

  constructor(codec: Codec, passesThrough: boolean) {
    this.#codec = codec
    this.#isOver = !passesThrough
  }

  /** Whether the shape was found or the search has ended. */
  get isOver(): boolean {
    return this.#isOver
  }

  /**
   * @param event the latest event with content
   * @param seen how many there were, including this one
   * @returns the shape, once it is found
   */
  look(event: StreamEvent, seen: number): EventShape | undefined {
    if (this.#isOver || seen < this.#nextLook || statesUsage(this.#codec, event.data)) return undefined
    this.#nextLook = 2 * seen
    const shape = EventShape.of(event, this.#codec, (data) => !statesUsage(this.#codec, data))
    this.#isOver = shape !== undefined || this.#nextLook > LAST_LOOK
    return shape
  }
}

/**
 * Whether an event has to be parsed for its usage; decided without parsing. With `include_usage` every chunk has
 * `"usage":null`; only a value counts.
 */
export const statesUsage = (codec: Codec, data: string): boolean =>
  mayStateUsage(codec, data) && !hasOnlyNull(data)

const hasOnlyNull = (data: string): boolean =>
  data.includes('"usage":null') && data.indexOf('"usage"') === data.lastIndexOf('"usage"')
