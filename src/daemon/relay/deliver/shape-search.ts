import { EventShape } from '../../protocols/event-shape.ts'
import type { Codec, StreamEvent } from '../../protocols/types.ts'
import { mayStateUsage } from '../call/read-usage.ts'

/** Events of content after which the first look is taken: a short answer is not worth it. */
const FIRST_LOOK = 4
/** Each look comes after twice as many events, up to this: what has no shape by then has none. */
const LAST_LOOK = 64

/**
 * Looks for what the events of one stream have in common, so that those that only repeat it need no reading. That pays
 * where events pass through; where they are translated or rewritten, each one is read anyway.
 */
export class ShapeSearch {
  readonly #codec: Codec
  #nextLook = FIRST_LOOK
  #isOver: boolean

  constructor(codec: Codec, passesThrough: boolean) {
    this.#codec = codec
    this.#isOver = !passesThrough
  }

  /** The shape was found, or is not looked for any more. */
  get isOver(): boolean {
    return this.#isOver
  }

  /**
   * @param event the latest event of content
   * @param seen how many there were, with this one
   * @returns the shape when it is found, once
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
 * Whether an event has to be read for its usage; decided without parsing it. With `include_usage` every chunk has
 * `"usage":null`; only a stated one counts.
 */
export const statesUsage = (codec: Codec, data: string): boolean =>
  mayStateUsage(codec, data) && !hasOnlyNull(data)

const hasOnlyNull = (data: string): boolean =>
  data.includes('"usage":null') && data.indexOf('"usage"') === data.lastIndexOf('"usage"')
