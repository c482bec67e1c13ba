import { transcriptionTokens } from '../../counting/audio-duration.ts'
import type { UsageReading } from '../types.ts'
import { addUsage, NO_USAGE, type Usage } from '../usage.ts'
import { PCM_RATE, readAppendedAudio, readRealtimeEvent } from './realtime.ts'
import type { SessionMeter } from './realtime-meter.ts'

/**
 * Counts what a transcription session has consumed so far. The vendor states the usage of each piece of audio once its
 * text is complete. A piece without stated usage, or whose text is incomplete when the session ends, is counted by its
 * length, like a file.
 */
export class TranscriptionMeter implements SessionMeter {
  #sum: Usage = NO_USAGE
  #texts = 0
  #isEstimated = false
  #bytes = 0
  /** Lengths in base64: of audio that was sent but not committed, and of each piece that is being transcribed. */
  #sentChars = 0
  readonly #pieces = new Map<string, number>()
  /** Whether text has arrived for audio that is not committed yet: some models transcribe during speech. */
  #isHeard = false
  #rate = PCM_RATE

  get responses(): number {
    return this.#texts
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Pieces whose text is not complete. */
  get running(): ReadonlySet<string> {
    return new Set(this.#pieces.keys())
  }

  get isUnfinished(): boolean {
    return this.#pieces.size > 0 || this.#isHeard
  }

  get isEstimated(): boolean {
    return this.#isEstimated || this.isUnfinished
  }

  usage(): Usage {
    const taken = [...this.#pieces.values()].reduce((sum, chars) => sum + chars, 0)
    return addUsage(this.#sum, this.#counted(taken + (this.#isHeard ? this.#sentChars : 0)))
  }

  noteClient(frame: string | Uint8Array): void {
    this.#bytes += frame.length
    if (typeof frame === 'string') this.#sentChars += readAppendedAudio(frame)
  }

  noteServer(frame: string | Uint8Array): boolean {
    this.#bytes += frame.length
    if (typeof frame !== 'string') return false
    const event = readRealtimeEvent(frame)
    switch (event.kind) {
      case 'session':
        this.#rate = event.inputRate ?? this.#rate
        return false
      case 'committed':
        this.#take(event.id)
        return true
      case 'heard':
        if (!this.#pieces.has(event.id)) this.#isHeard = true
        return false
      case 'transcription':
        this.#finish(event.id, event.usage)
        return true
      case 'transcription-failed':
        this.#end(event.id)
        return true
      // OpenAI sends no responses in such a session. If a server does, the client pays for them.
      case 'response':
        this.#addStated(event.usage)
        return true
      default:
        return false
    }
  }

  #finish(id: string, reading: UsageReading): void {
    const chars = this.#end(id)
    this.#texts += 1
    if (this.#addStated(reading)) return
    this.#sum = addUsage(this.#sum, this.#counted(chars))
    this.#isEstimated = true
  }

  #addStated(reading: UsageReading): boolean {
    if (reading.kind !== 'stated') return false
    this.#sum = addUsage(this.#sum, reading.usage)
    return true
  }

  #take(id: string): void {
    this.#pieces.set(id, this.#sentChars)
    this.#sentChars = 0
    this.#isHeard = false
  }

  /** @returns the length of the piece */
  #end(id: string): number {
    if (!this.#pieces.has(id)) this.#take(id)
    const chars = this.#pieces.get(id) ?? 0
    this.#pieces.delete(id)
    return chars
  }

  #counted(base64Chars: number): Usage {
    if (base64Chars === 0) return NO_USAGE
    return { ...NO_USAGE, inputTokens: transcriptionTokens((base64Chars * 3) / 4 / this.#rate) }
  }
}
