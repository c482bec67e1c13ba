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
 * Writes the parts of an answer in order. Thoughts are shown only to clients that asked for them. The signature of a
 * thought goes on the part that follows, as in Google's own answers, because clients send it back with that part. Many
 * clients drop the thought, but Anthropic requires both, so the signature also contains the text.
 */
export class AnswerPartWriter {
  readonly #showsThoughts: boolean
  #parts: JsonObject[] = []
  #pending: OpaqueState | undefined
  /** Text of the current thought, until its signature arrives. */
  #thought = ''

  constructor({ wantsReasoningText }: AnswerContext) {
    this.#showsThoughts = wantsReasoningText === true
  }

  /** Returns the parts written since the last call. */
  taken(): JsonObject[] {
    const parts = this.#parts
    this.#parts = []
    return parts
  }

  text(text: string): void {
    if (text !== '') this.#put({ text })
  }

  thought(text: string): void {
    if (text === '') return
    this.#flush()
    this.#thought += text
    if (this.#showsThoughts) this.#parts.push({ text, thought: true })
  }

  thoughtState(state: OpaqueState, isRedacted: boolean): void {
    this.#flush()
    const signedText = this.#thought
    this.#thought = ''
    if (isRedacted) this.#parts.push({ text: '', thought: true, thoughtSignature: writeSignature(state) })
    else this.#pending = signedText === '' ? state : { ...state, signedText }
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

  /** Writes a signature that no part followed on an empty text. */
  close(): void {
    this.#flush()
  }

  #put(part: JsonObject, own?: OpaqueState): void {
    if (own) this.#flush()
    const state = own ?? this.#pending
    this.#pending = undefined
    this.#thought = ''
    this.#parts.push(state ? { ...part, thoughtSignature: writeSignature(state) } : part)
  }

  #flush(): void {
    if (this.#pending) this.#parts.push({ text: '', thoughtSignature: writeSignature(this.#pending) })
    this.#pending = undefined
  }
}
