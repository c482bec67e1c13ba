import type { AnswerContext } from '../conversation/codec.ts'
import type { MediaPart, OpaqueState } from '../conversation/types.ts'
import type { JsonObject } from '../types.ts'
import { argumentsObject } from './calls.ts'
import { writeSignature } from './signatures.ts'

/** A call whose arguments are complete. */
export interface FinishedCall {
  readonly id: string
  readonly name: string
  readonly arguments: string
  readonly isCustom: boolean
  readonly state: OpaqueState | undefined
}

/**
 * Writes the parts of an answer, one after the other. Thoughts are shown only to clients that asked for them; the signature
 * of one that is not shown goes on the part that follows, as Google does it, and must not be lost: the client gives it
 * back.
 */
export class AnswerPartWriter {
  readonly #showsThoughts: boolean
  #parts: JsonObject[] = []
  #pending: OpaqueState | undefined

  constructor({ wantsReasoningText }: AnswerContext) {
    this.#showsThoughts = wantsReasoningText === true
  }

  /** What was written since this was asked last. */
  taken(): JsonObject[] {
    const parts = this.#parts
    this.#parts = []
    return parts
  }

  text(text: string): void {
    if (text !== '') this.#put({ text })
  }

  thought(text: string): void {
    if (text === '' || !this.#showsThoughts) return
    this.#flush()
    this.#parts.push({ text, thought: true })
  }

  thoughtState(state: OpaqueState, isRedacted: boolean): void {
    this.#flush()
    if (!this.#showsThoughts && !isRedacted) {
      this.#pending = state
      return
    }
    const signature = writeSignature(state)
    const last = this.#parts.at(-1)
    if (last?.thought === true && last.thoughtSignature === undefined && !isRedacted)
      this.#parts[this.#parts.length - 1] = { ...last, thoughtSignature: signature }
    else this.#parts.push({ text: '', thought: true, thoughtSignature: signature })
  }

  call({ id, name, arguments: text, isCustom, state }: FinishedCall): void {
    this.#put({ functionCall: { id, name, args: argumentsObject(text, isCustom) } }, state)
  }

  media({ mimeType, source }: MediaPart): void {
    switch (source.kind) {
      case 'data':
        return this.#put({ inlineData: { mimeType, data: source.base64 } })
      case 'text':
        return this.#put({ text: source.text })
      case 'url':
      case 'file': {
        const fileUri = source.kind === 'url' ? source.url : source.id
        return this.#put({ fileData: { ...(mimeType !== '' && { mimeType }), fileUri } })
      }
    }
  }

  /** A signature that nothing followed stands on an empty text. */
  close(): void {
    this.#flush()
  }

  #put(part: JsonObject, own?: OpaqueState): void {
    if (own) this.#flush()
    const state = own ?? this.#pending
    this.#pending = undefined
    this.#parts.push(state ? { ...part, thoughtSignature: writeSignature(state) } : part)
  }

  #flush(): void {
    if (this.#pending) this.#parts.push({ text: '', thoughtSignature: writeSignature(this.#pending) })
    this.#pending = undefined
  }
}
