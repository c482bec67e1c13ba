import { type AudioLength, audioLength, transcriptionTokens } from '../../counting/audio-duration.ts'
import { fileOf } from '../../protocols/openai/multipart.ts'
import type { Admitted } from './asked.ts'

type Uploaded = Pick<Admitted, 'multipart'>

const lengths = new WeakMap<NonNullable<Uploaded['multipart']>, AudioLength>()

/** Returns the length of the audio that a client uploaded, measured once; undefined if it uploaded none. */
export function uploadedAudio({ multipart }: Uploaded): AudioLength | undefined {
  if (!multipart) return undefined
  const known = lengths.get(multipart)
  if (known) return known
  const file = fileOf(multipart, 'file')
  if (!file) return undefined
  const measured = audioLength(file.bytes)
  lengths.set(multipart, measured)
  return measured
}

/** Returns the prompt tokens of uploaded audio, for the hold; undefined if there is none. */
export function audioPromptTokens(uploaded: Uploaded): number | undefined {
  const audio = uploadedAudio(uploaded)
  return audio && transcriptionTokens(audio.seconds)
}
