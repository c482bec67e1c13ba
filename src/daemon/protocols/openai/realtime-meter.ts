import { likelyTokens } from '../../counting/estimate-tokens.ts'
import type { UsageReading } from '../types.ts'
import { addUsage, NO_USAGE, type Usage } from '../usage.ts'
import { PCM_RATE, readAppendedAudio, readRealtimeEvent, readSaidText } from './realtime.ts'

/** Rates for audio without stated tokens, from OpenAI's former prices per minute. */
const INPUT_TOKENS_PER_MINUTE = 100 / 0.06
const OUTPUT_TOKENS_PER_MINUTE = 200 / 0.24

/**
 * Treats the audio tokens of a transcription as text tokens. Another model transcribes, and its audio tokens cost about
 * as much as text does in the session. The audio ratio of the session's model would be five times as much.
 */
const asPlain = (reading: UsageReading): UsageReading =>
  reading.kind === 'stated'
    ? { kind: 'stated', usage: { ...reading.usage, audioInputTokens: 0, audioOutputTokens: 0 } }
    : reading

/**
 * Counts the tokens of audio by the length of its base64 text.
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

/** Counts what a session has consumed so far, from its frames. */
export interface SessionMeter {
  /** The number of responses so far. */
  readonly responses: number
  /** The size of all frames in both directions. */
  readonly bytes: number
  /** Ids of the responses that have begun but not ended. Some may not have sent any output yet. */
  readonly running: ReadonlySet<string>
  /** Whether a response has begun but not ended. */
  readonly isUnfinished: boolean
  /** Whether part of {@link usage} was not stated by the upstream. */
  readonly isEstimated: boolean
  usage(): Usage
  noteClient(frame: string | Uint8Array): void
  /** @returns whether something was charged, so that the balance should be checked */
  noteServer(frame: string | Uint8Array): boolean
}

/**
 * Counts what a session has consumed so far. Stated usage is used as it is; a response without any, and one cut off
 * before its end, is counted from its frames.
 */
export class RealtimeMeter implements SessionMeter {
  #sum: Usage = NO_USAGE
  #responses = 0
  #isEstimated = false
  #bytes = 0
  readonly #running = new Set<string>()
  /** Lengths of the current response's output, and of the client's audio and text since the previous response. */
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

  /** Whether a response has begun to arrive but not ended. */
  get isUnfinished(): boolean {
    return this.#audioChars + this.#textChars > 0
  }

  get isEstimated(): boolean {
    return this.#isEstimated || this.isUnfinished
  }

  /** Returns the usage, including the current response. The client's input is free until a response to it arrives. */
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
    // A response that failed before any output arrived is free.
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
