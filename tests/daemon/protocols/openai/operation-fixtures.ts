import { readFileSync } from 'node:fs'
import { AppError } from '../../../../src/daemon/errors/app-error.ts'
import type { Codec, JsonObject, JsonValue } from '../../../../src/daemon/protocols/types.ts'

/** Reads a recorded document of an operation other than a conversation. */
export const recorded = (name: string): JsonObject =>
  JSON.parse(
    readFileSync(new URL(`../../../fixtures/openai-operations/${name}.json`, import.meta.url), 'utf8'),
  ) as JsonObject

/** Returns the field for which a codec refuses a request; undefined if it accepts it. */
export function refusal(codec: Codec, body: JsonObject): string | undefined {
  try {
    codec.readRequest(body)
    return undefined
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_request') throw error
    return error.options.field
  }
}

/** Returns tokens: input, output, image input, image output, audio input. */
export function numbers(codec: Codec, document: JsonValue): readonly number[] | string {
  const reading = codec.readUsage(document)
  if (reading.kind !== 'stated') return reading.kind
  const { usage } = reading
  return [
    usage.inputTokens,
    usage.outputTokens,
    usage.imageInputTokens,
    usage.imageOutputTokens,
    usage.audioInputTokens,
  ]
}

/** Documents with members of any type and number, as an upstream might send them. */
export const strangeDocuments: readonly JsonValue[] = [
  null,
  5,
  'text',
  [],
  {},
  { data: 7, usage: [], text: 9, results: 'x', audio: null },
  { usage: { type: 'duration', seconds: '5' }, meta: { tokens: 3, billed_units: [] }, duration: 'long' },
  { usage: { input_tokens: null, input_token_details: 5 }, data: [null] },
]
