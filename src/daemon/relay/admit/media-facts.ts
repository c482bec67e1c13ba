import { traitsOf } from '../../channel-types/traits.ts'
import { type AudioLength, audioLength, transcriptionTokens } from '../../counting/audio-duration.ts'
import type { Ratio } from '../../money/ratio.ts'
import { mediaUnits, pictureTokens } from '../../pricing/media-units.ts'
import { readToolCalls, toolCallDollars } from '../../pricing/tool-charges.ts'
import { asArray, asObject } from '../../protocols/json-access.ts'
import { fileOf } from '../../protocols/openai/multipart.ts'
import type { JsonValue } from '../../protocols/types.ts'
import type { PreparedCall } from '../call/prepare/prepare.ts'
import type { Admitted } from './admit.ts'

type Asked = Pick<Admitted, 'body' | 'multipart' | 'facts'>

const lengths = new WeakMap<Asked, AudioLength>()

/** The length of the sound a client uploaded, measured once; undefined when it uploaded none. */
export function uploadedAudio(asked: Asked): AudioLength | undefined {
  const known = lengths.get(asked)
  const file = known ? undefined : asked.multipart && fileOf(asked.multipart, 'file')
  if (!file) return known
  const measured = audioLength(file.bytes)
  lengths.set(asked, measured)
  return measured
}

/** What a hold must know of pictures: see `estimateHold`. */
export function pictureHold(operation: PreparedCall['wire']['operation'], model: string, asked: Asked) {
  const units = mediaUnits(operation, model, asked.body)
  return units === undefined ? {} : { units, pictureTokens: pictureTokens(asked.body) }
}

/** Prompt tokens of sound, for the hold; undefined when there is none. */
export function audioPromptTokens(asked: Asked): number | undefined {
  const audio = uploadedAudio(asked)
  return audio && transcriptionTokens(audio.seconds)
}

/** What makes a charge differ from tokens times price: pictures by number and size, tools that the upstream ran. */
export function chargedExtras(
  { wire, upstreamModel, type, call }: PreparedCall,
  { body }: Asked,
  document: JsonValue | undefined,
): { readonly units: Ratio | undefined; readonly surcharge: Ratio | undefined } {
  const whole = asObject(document)
  const response = wire.operation === 'responses' ? (asObject(whole?.response) ?? whole) : undefined
  return {
    units: mediaUnits(wire.operation, upstreamModel, body, asArray(whole?.data)?.length),
    // The prices are OpenAI's own.
    surcharge:
      response && traitsOf(type, call).origin === 'openai'
        ? toolCallDollars(readToolCalls(response), upstreamModel)
        : undefined,
  }
}
