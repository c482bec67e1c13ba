/** The initial capacity in characters: what a stream produces in a second or two. */
const FIRST_ROOM = 128
/** The number of characters converted to a string at a time: each is an argument of a call. */
const SLICE = 4096

/**
 * A text that grows in small pieces and is rarely read. In a string, V8 would keep every piece as a separate object,
 * and the chunks that the pieces were cut from, until somebody reads the whole: a hundred times the size of the text.
 * This class uses one byte per character, or two once there is a character beyond Latin-1.
 */
export class KeptText {
  #units: Uint8Array | Uint16Array = NONE
  #length = 0

  get length(): number {
    return this.#length
  }

  /** Appends the part of a text between two positions. */
  append(source: string, from = 0, to = source.length): void {
    const length = this.#length + to - from
    if (length > this.#units.length) this.#grow(length)
    let at = this.#length
    for (let i = from; i < to; i += 1) {
      const code = source.charCodeAt(i)
      if (code > 0xff && this.#units instanceof Uint8Array) this.#widen()
      this.#units[at] = code
      at += 1
    }
    this.#length = length
  }

  /** Returns the text between two positions. */
  slice(from = 0, to = this.#length): string {
    const units = this.#units
    if (units instanceof Uint8Array)
      return Buffer.from(units.buffer, units.byteOffset + from, to - from).toString('latin1')
    let text = ''
    for (let at = from; at < to; at += SLICE)
      text += String.fromCharCode(...units.subarray(at, Math.min(at + SLICE, to)))
    return text
  }

  /** Clears the text and keeps the memory for the next one. */
  clear(): void {
    this.#length = 0
  }

  #grow(length: number): void {
    const room = Math.max(FIRST_ROOM, 2 * this.#units.length, length)
    const units = this.#units instanceof Uint8Array ? new Uint8Array(room) : new Uint16Array(room)
    units.set(this.#units)
    this.#units = units
  }

  #widen(): void {
    this.#units = Uint16Array.from(this.#units)
  }
}

const NONE = new Uint8Array(0)
