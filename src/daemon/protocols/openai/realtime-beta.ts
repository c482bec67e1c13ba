import { asArray, asText } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'

/** Formats as beta sessions name them, and what they are now. */
const FORMATS: ReadonlyMap<string, JsonObject> = new Map([
  ['pcm16', { type: 'audio/pcm', rate: 24_000 }],
  ['g711_ulaw', { type: 'audio/pcmu' }],
  ['g711_alaw', { type: 'audio/pcma' }],
])

/**
 * The settings of a session as the beta of Realtime wrote them, in today's form. `temperature` no longer exists. The members
 * of both are those in OpenAI's SDK: `beta.realtime.sessions` and `realtime.clientSecrets` (read 2026-11-25).
 */
export function fromBetaSettings(settings: JsonObject): JsonObject {
  const {
    modalities,
    voice,
    speed,
    temperature: _gone,
    input_audio_format: inputFormat,
    output_audio_format: outputFormat,
    input_audio_transcription: transcription,
    input_audio_noise_reduction: noiseReduction,
    turn_detection: turnDetection,
    max_response_output_tokens: outputTokensMax,
    ...rest
  } = settings
  const input = said({
    format: formatOf(inputFormat),
    transcription,
    noise_reduction: noiseReduction,
    turn_detection: turnDetection,
  })
  const output = said({ format: formatOf(outputFormat), voice, speed })
  return {
    ...rest,
    ...said({
      // A session answers in one of them now: sound, which comes with its text, or text alone.
      output_modalities: asArray(modalities) && [asArray(modalities)?.includes('audio') ? 'audio' : 'text'],
      max_output_tokens: outputTokensMax,
      audio: said({ input, output }),
    }),
  }
}

const formatOf = (format: JsonValue | undefined): JsonValue | undefined =>
  FORMATS.get(asText(format) ?? '') ?? format

/** Drops undefined members; undefined if none is left. */
function said(members: Readonly<Record<string, JsonValue | undefined>>): JsonObject | undefined {
  const entries = Object.entries(members).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}
