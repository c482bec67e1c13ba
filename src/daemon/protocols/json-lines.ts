import { AppError } from '../errors/app-error.ts'
import type { StreamEvent } from './types.ts'
import { type UnwrittenEvent, writeEvents } from './written-events.ts'

/** Limit for a line; model output has no larger ones. */
const LINE_BYTES_MAX = 8 * 1024 * 1024

const LF = 0x0a

/**
 * Cuts newline-delimited JSON into events, one for each non-empty line. A last line without a line end counts. The
 * chunk boundaries do not affect the events.
 */
export class JsonLinesFramer {
  readonly #lineBytesMax: number
  /** Pieces of the incomplete line, joined once when it ends. */
  #held: Uint8Array[] = []
  #heldBytes = 0

  constructor(options: { readonly lineBytesMax?: number } = {}) {
    this.#lineBytesMax = options.lineBytesMax ?? LINE_BYTES_MAX
  }

  /** @throws AppError `upstream_too_large` when a line exceeds the limit; the framer cannot be used afterwards */
  push(chunk: Uint8Array): StreamEvent[] {
    const lines: UnwrittenEvent[] = []
    let start = 0
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      this.#hold(chunk.subarray(start, end))
      this.#close(lines)
      start = end + 1
    }
    this.#hold(chunk.subarray(start))
    return writeEvents(lines)
  }

  /** Returns the last line if it has no line end. */
  flush(): StreamEvent | undefined {
    const lines: UnwrittenEvent[] = []
    this.#close(lines)
    return writeEvents(lines)[0]
  }

  #hold(piece: Uint8Array): void {
    if (piece.length === 0) return
    this.#held.push(piece)
    this.#heldBytes += piece.length
    if (this.#heldBytes > this.#lineBytesMax)
      throw new AppError('upstream_too_large', {
        detail: { lineBytes: this.#heldBytes, lineBytesMax: this.#lineBytesMax },
      })
  }

  #close(lines: UnwrittenEvent[]): void {
    const data = Buffer.concat(this.#held, this.#heldBytes).toString('utf8').trim()
    this.#held = []
    this.#heldBytes = 0
    // A carriage return would end the line of a server-sent event; JSON only has them as white space.
    if (data !== '') lines.push({ name: '', data: data.replaceAll('\r', ' ') })
  }
}
