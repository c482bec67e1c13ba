import type { ModelAdapters } from '../conversation/codec.ts'
import { asArray } from '../json-access.ts'
import type { JsonObject } from '../types.ts'
import { member, numberMember, objectMember, objectsMember, spellingOf, toSnakeCase } from './members.ts'
import { type GeminiFamily, geminiFamily, isThirdGeneration } from './models.ts'
import { geminiSafetySettings } from './safety.ts'
import { signCurrentTurn } from './sign-calls.ts'
import { geminiModelName, suffixThinking } from './thinking.ts'

/**
 * Adapts a body that is otherwise passed through: adds the thinking configuration for the model's suffix, safety
 * thresholds if the client gave none, output modalities for image and speech models, and signatures for calls that lack
 * one.
 *
 * @param model the upstream's name, including the suffix
 * @returns the same object if nothing changes; unchanged members keep their identity
 */
export function adaptGeminiRequest(body: JsonObject, model: string, adapters: ModelAdapters): JsonObject {
  let adapted = body
  if (objectsMember(body, 'safetySettings').length === 0) {
    const settings = geminiSafetySettings(adapters)
    if (settings.length > 0) adapted = { ...adapted, [spellingOf(body, 'safetySettings')]: settings }
  }
  const name = spellingOf(body, 'generationConfig')
  const config = objectMember(body, 'generationConfig') ?? {}
  const thoughtful = adaptThinking(config, model, adapters)
  const family = geminiFamily(geminiModelName(model, adapters), adapters)
  const modal = adaptModalities(thoughtful, family)
  const configured = modal === config ? adapted : { ...adapted, [name]: modal }
  return isThirdGeneration(family) ? withSignedCalls(configured) : configured
}

/**
 * Adds missing signatures. They are missing if the conversation began with another vendor's model, or if the client
 * does not keep them.
 */
function withSignedCalls(body: JsonObject): JsonObject {
  const contents = asArray(body.contents)
  const signed = contents && signCurrentTurn(contents)
  return signed === undefined || signed === contents ? body : { ...body, contents: signed }
}

function adaptThinking(config: JsonObject, model: string, adapters: ModelAdapters): JsonObject {
  const wished = suffixThinking(model, adapters, numberMember(config, 'maxOutputTokens'))
  if (!wished || Object.keys(wished).length === 0) return config
  const given = objectMember(config, 'thinkingConfig')
  const shows = given && member(given, 'includeThoughts')
  return {
    ...config,
    [spellingOf(config, 'thinkingConfig')]:
      typeof shows === 'boolean' ? { ...wished, includeThoughts: shows } : wished,
  }
}

function adaptModalities(config: JsonObject, family: GeminiFamily): JsonObject {
  const modalities = outputModalities(family)
  if (!modalities || member(config, 'responseModalities') !== undefined) return config
  const isSnake = Object.keys(config).some((key) => key.includes('_'))
  return {
    ...config,
    [isSnake ? toSnakeCase('responseModalities') : 'responseModalities']: [...modalities],
  }
}

/** Returns the modalities to request; undefined = text, which is the default. */
export function outputModalities(family: GeminiFamily): readonly string[] | undefined {
  if (family.isImage) return ['TEXT', 'IMAGE']
  return family.isSpeech ? ['AUDIO'] : undefined
}
