import { likelyTokens } from '../../counting/estimate-tokens.ts'
import type { UsageReading } from '../types.ts'
import { addUsage, NO_USAGE, type Usage } from '../usage.ts'
import { PCM_RATE, readAppendedAudio, readRealtimeEvent, readSaidText } from './realtime.ts'

/** Audio that nobody stated tokens for, at OpenAI's former prices a minute. */
const INPUT_TOKENS_PER_MINUTE = 100 / 0.06
const OUTPUT_TOKENS_PER_MINUTE = 200 / 0.24

/**
 * Another model writes the transcription, and its audio tokens cost about as much as text does here. The audio ratio of the
 * session's model would be five times as much.
 */
const asPlain = (reading: UsageReading): UsageReading =>
  reading.kind === 'stated'
    ? { kind: 'stated', usage: { ...reading.usage, audioInputTokens: 0, audioOutputTokens: 0 } }
    : reading

/**
 * Tokens of audio by the length of its base64 text.
 *
 * @param bytesPerSecond of the format: 48 000 for PCM16 at 24 kHz, 8 000 for G.711
 */
export function countAudioTokens(
  base64Chars: number,
  direction: 'input' | 'output',
  bytesPerSecond: number = PCM_RATE,
): number {
  const minutes = (base64Chars * 3) / 4 / bytesPerSecond / 60
  return Math.ceil(minutes * (direction === 'input' ? INPUT_TOKENS_PER_MINUTE : OUTPUT_TOKENS_PER_MINUTE))
}

/** Counts what a session has used so far, from its frames. */
export interface SessionMeter {
  /** Answers so far. */
  readonly responses: number
  /** Everything that passed, both ways. */
  readonly bytes: number
  /** Ids of the answers that have begun and not ended. Some may not have sent anything yet. */
  readonly running: ReadonlySet<string>
  /** An answer has begun and has not ended. */
  readonly isUnfinished: boolean
  /** Not all of {@link usage} was stated by the upstream. */
  readonly isEstimated: boolean
  usage(): Usage
  noteClient(frame: string | Uint8Array): void
  /** @returns whether something was charged for: time to look at the money */
  noteServer(frame: string | Uint8Array): boolean
}

/**
 * What a session has used so far. Stated usage counts as stated; a response without any, and one that is cut before its
 * end, is counted from what passed.
 */
export class RealtimeMeter implements SessionMeter {
  #sum: Usage = NO_USAGE
  #responses = 0
  #isEstimated = false
  #bytes = 0
  readonly #running = new Set<string>()
  /** Lengths for the response that is being written, and for what the client said and wrote since the last one. */
  #inputChars = 0
  #saidChars = 0
  #audioChars = 0
  #textChars = 0
  #inputRate = PCM_RATE
  #outputRate = PCM_RATE

  get responses(): number {
    return this.#responses
  }

  get bytes(): number {
    return this.#bytes
  }

  get running(): ReadonlySet<string> {
    return this.#running
  }

  /** A response has begun to arrive and has not ended. */
  get isUnfinished(): boolean {
    return this.#audioChars + this.#textChars > 0
  }

  get isEstimated(): boolean {
    return this.#isEstimated || this.isUnfinished
  }

  /** Includes the unfinished response. What the client says or writes costs nothing until an answer to it begins to arrive. */
  usage(): Usage {
    return this.isUnfinished ? addUsage(this.#sum, this.#counted()) : this.#sum
  }

  noteClient(frame: string | Uint8Array): void {
    this.#bytes += frame.length
    if (typeof frame !== 'string') return
    this.#inputChars += readAppendedAudio(frame)
    this.#saidChars += readSaidText(frame)
  }

  noteServer(frame: string | Uint8Array): boolean {
    this.#bytes += frame.length
    if (typeof frame !== 'string') return false
    const event = readRealtimeEvent(frame)
    switch (event.kind) {
      case 'audio':
        this.#audioChars += event.length
        return false
      case 'text':
        this.#textChars += event.length
        return false
      case 'session':
        this.#inputRate = event.inputRate ?? this.#inputRate
        this.#outputRate = event.outputRate ?? this.#outputRate
        return false
      case 'transcription':
        return this.#addStated(asPlain(event.usage))
      case 'begun':
        this.#running.add(event.id)
        return false
      case 'response':
        this.#running.delete(event.id)
        this.#endResponse(event.usage, event.hasFailed)
        return true
      default:
        return false
    }
  }

  #addStated(reading: UsageReading): boolean {
    if (reading.kind !== 'stated') return false
    this.#sum = addUsage(this.#sum, reading.usage)
    return true
  }

  #endResponse(reading: UsageReading, hasFailed: boolean): void {
    this.#responses += 1
    // A response that failed before anything of it arrived is not paid for.
    if (!this.#addStated(reading) && (this.isUnfinished || !hasFailed)) {
      this.#sum = addUsage(this.#sum, this.#counted())
      this.#isEstimated = true
    }
    this.#inputChars = 0
    this.#saidChars = 0
    this.#audioChars = 0
    this.#textChars = 0
  }

  #counted(): Usage {
    const audioInputTokens = countAudioTokens(this.#inputChars, 'input', this.#inputRate)
    const audioOutputTokens = countAudioTokens(this.#audioChars, 'output', this.#outputRate)
    return {
      ...NO_USAGE,
      inputTokens: audioInputTokens + likelyTokens(this.#saidChars),
      outputTokens: audioOutputTokens + likelyTokens(this.#textChars),
      audioInputTokens,
      audioOutputTokens,
    }
  }
}
