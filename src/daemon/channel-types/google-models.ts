import { channelFaults } from '../errors/channel-faults.ts'
import { geminiModelName } from '../protocols/gemini/index.ts'
import type { OperationName } from '../protocols/types.ts'
import { misconfigured } from './addresses.ts'
import type { Call } from './types.ts'
import { isVeo } from './video-models.ts'

/** Google's models by name, as its own API and Vertex AI share them. */

export const isImagen = (model: string): boolean => /(?:^|\/)imagen/.test(model)

export const isEmbeddingModel = (model: string): boolean => model.includes('embedding')

/** Reports whether a Google model supports an operation in Google's own protocol. */
export function googleSpeaks(operation: OperationName, model: string): boolean {
  if (operation === 'video' || isVeo(model)) return operation === 'video' && isVeo(model)
  if (operation === 'embedding') return isEmbeddingModel(model)
  if (operation === 'image') return isImagen(model) || model.includes('image')
  if (operation === 'speech') return /-tts\b/.test(model)
  return !isEmbeddingModel(model) && !isImagen(model)
}

/** Returns the method of a conversation, as written after the model in the address. */
export const generateMethod = (call: Call): string =>
  call.isStream ? 'streamGenerateContent?alt=sse' : 'generateContent'

/**
 * Returns the model as written in the address, without an adapter's suffix and without the `models/` of lists.
 *
 * @throws AppError `channel_misconfigured` for names that would change other parts of the address
 */
export function readAddressedModel(call: Call): string {
  const segments = geminiModelName(call.model, call.adapters)
    .replace(/^models\//, '')
    .split('/')
  if (segments.some((each) => each === '.' || each === '..' || each === ''))
    throw misconfigured(call.channel, channelFaults.badModelName)
  return segments.map(encodeURIComponent).join('/')
}
