import type { StreamShape } from './client.ts'
import { dataOfEvents } from './data-of-events.ts'

/**
 * Writes Google's streams for clients that do not request events: one JSON array, sent element by element.
 *
 * @see https://ai.google.dev/api/generate-content#method:-models.streamgeneratecontent (read 2026-08-20)
 */
export class JsonArrayShape implements StreamShape {
  readonly contentType = 'application/json'
  #hasBegun = false

  /** @param events whole server-sent events; comments are left out */
  push(events: string): string {
    let text = ''
    for (const data of dataOfEvents(events)) {
      // Another gateway's `[DONE]` is not an element.
      if (!data.startsWith('{')) continue
      text += (this.#hasBegun ? ',\r\n' : '[') + data
      this.#hasBegun = true
    }
    return text
  }

  end(): string {
    return this.#hasBegun ? ']' : '[]'
  }

  refuse(body: string): string {
    return `[${body}]`
  }
}
