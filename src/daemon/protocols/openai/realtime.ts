import { addUsage, NO_USAGE, type Usage } from '../../billing/usage.ts'
import { asObject, asText, parseJson } from '../json-access.ts'
import type { ClientError, Codec, JsonObject, JsonValue, UsageReading } from '../types.ts'
import { openaiErrors } from './error-body.ts'
import { readDisguisedFailure, readFailure } from './failure.ts'
import { readModel } from './request-checks.ts'
import { readUsageObject } from './usage.ts'

/**
 * OpenAI Realtime over a WebSocket. Frames pass through both ways; what is read along is what it cost. The request is the
 * address: its only member is the model.
 *
 * @see https://platform.openai.com/docs/guides/realtime (read 2026-08-20)
 */
export const openaiRealtime: Codec = {
  id: 'openai-realtime',
  operation: 'realtime',
  path: '/v1/realtime',
  readRequest: (body) => ({
    model: readModel(body),
    isStream: true,
    outputTokensCap: undefined,
    wantsStreamUsage: true,
    reasoningEffort: undefined,
    attachments: 0,
  }),
  readTexts: () => ({ system: '', context: '', input: '' }),
  readUsage: (document) => readRealtimeUsage(document),
  readOutput: () => ({ text: '', hiddenText: '', hasOutput: true }),
  readDisguisedFailure: (document) => readDisguisedFailure(document, 'type'),
  classify: () => 'content',
  finishesChoice: () => false,
  readFailure,
  errors: openaiErrors,
  terminator: '',
}

/** An error as an event of the session. */
export function renderRealtimeError({ type, code, message, param, requestId }: ClientError): string {
  return JSON.stringify({
    type: 'error',
    event_id: `evt_${requestId}`,
    error: { type, code, message, param, event_id: null },
  })
}

/** What one event of the server is worth reading for. Cheap: JSON is parsed only where usage may stand. */
export function readRealtimeEvent(text: string): {
  readonly isResponse: boolean
  readonly usage: UsageReading
} {
  const isResponse = text.includes('"response.done"')
  if (!isResponse && !text.includes('input_audio_transcription.completed'))
    return { isResponse: false, usage: { kind: 'none' } }
  const document = parseJson(text)
  return {
    isResponse: asText(asObject(document)?.type) === 'response.done',
    usage: document === undefined ? { kind: 'none' } : readRealtimeUsage(document),
  }
}

/**
 * Usage of a `response.done` (also of one that was cancelled) or of a finished transcription. Audio and cached tokens are
 * parts of the totals.
 */
function readRealtimeUsage(document: JsonValue): UsageReading {
  const event = asObject(document)
  const stated = asObject(asObject(event?.response)?.usage) ?? asObject(event?.usage)
  if (!stated || asText(stated.type) === 'duration') return { kind: 'none' }
  return readUsageObject(withDetailNames(stated), true)
}

/** Realtime writes the details' names in the singular. */
function withDetailNames(usage: JsonObject): JsonObject {
  const { input_token_details, output_token_details, ...rest } = usage
  return {
    ...rest,
    ...(input_token_details !== undefined && { input_tokens_details: input_token_details }),
    ...(output_token_details !== undefined && { output_tokens_details: output_token_details }),
  }
}

/** Audio that nobody stated tokens for: PCM16 at 24 kHz in base64, at OpenAI's former prices a minute. */
const PCM_BYTES_PER_SECOND = 48_000
const INPUT_TOKENS_PER_MINUTE = 100 / 0.06
const OUTPUT_TOKENS_PER_MINUTE = 200 / 0.24

/** Tokens of audio by the length of its base64 text. */
export const countAudioTokens = (base64Chars: number, direction: 'input' | 'output'): number => {
  const minutes = (base64Chars * 3) / 4 / PCM_BYTES_PER_SECOND / 60
  return Math.ceil(minutes * (direction === 'input' ? INPUT_TOKENS_PER_MINUTE : OUTPUT_TOKENS_PER_MINUTE))
}

/** What a session has used so far; responses of vendors that state nothing are counted from what passed. */
export class RealtimeMeter {
  #stated: Usage = NO_USAGE
  #hasStated = false
  #responses = 0
  #inputChars = 0
  #outputChars = 0
  #bytes = 0

  get responses(): number {
    return this.#responses
  }

  get hasStated(): boolean {
    return this.#hasStated
  }

  /** Everything that passed, both ways. */
  get bytes(): number {
    return this.#bytes
  }

  usage(): Usage {
    return this.#stated
  }

  noteClient(text: string): void {
    this.#bytes += text.length
    if (text.includes('input_audio_buffer.append')) this.#inputChars += text.length
  }

  /** @returns whether a response ended: time to look at the money */
  noteServer(text: string): boolean {
    this.#bytes += text.length
    if (text.includes('audio.delta')) this.#outputChars += text.length
    const { isResponse, usage } = readRealtimeEvent(text)
    if (usage.kind === 'stated') {
      this.#stated = addUsage(this.#stated, usage.usage)
      this.#hasStated = true
    } else if (isResponse) this.#stated = addUsage(this.#stated, this.#counted())
    if (!isResponse) return usage.kind === 'stated'
    this.#responses += 1
    this.#inputChars = 0
    this.#outputChars = 0
    return true
  }

  #counted(): Usage {
    const audioInputTokens = countAudioTokens(this.#inputChars, 'input')
    const audioOutputTokens = countAudioTokens(this.#outputChars, 'output')
    return {
      ...NO_USAGE,
      inputTokens: audioInputTokens,
      outputTokens: audioOutputTokens,
      audioInputTokens,
      audioOutputTokens,
    }
  }
}
