import { asArray, asText } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'

/** Maps audio formats of beta sessions to today's form. */
const FORMATS: ReadonlyMap<string, JsonObject> = new Map([
  ['pcm16', { type: 'audio/pcm', rate: 24_000 }],
  ['g711_ulaw', { type: 'audio/pcmu' }],
  ['g711_alaw', { type: 'audio/pcma' }],
])

/**
 * Converts session settings of the Realtime beta to today's form. `temperature` no longer exists. The members of both
 * forms are those in OpenAI's SDK: `beta.realtime.sessions` and `realtime.clientSecrets` (read 2026-11-25).
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
      // Sessions now answer in one modality: audio, which includes its text, or text alone.
      output_modalities: asArray(modalities) && [asArray(modalities)?.includes('audio') ? 'audio' : 'text'],
      max_output_tokens: outputTokensMax,
      audio: said({ input, output }),
    }),
  }
}

const formatOf = (format: JsonValue | undefined): JsonValue | undefined =>
  FORMATS.get(asText(format) ?? '') ?? format

/** Drops undefined members; returns undefined if none is left. */
function said(members: Readonly<Record<string, JsonValue | undefined>>): JsonObject | undefined {
  const entries = Object.entries(members).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}
