import { asText, objectsOf } from '../json-access.ts'
import { toChatChunks } from '../openai/chunks.ts'
import { openaiCompletion } from '../openai/index.ts'
import type { Codec, JsonObject } from '../types.ts'

const { client: _translated, ...textCompletion } = openaiCompletion

/**
 * Mistral's fill-in-the-middle, `POST /v1/fim/completions`: asked like a text completion with `suffix`, answered like a chat
 * (recorded). Text completions are its neutral form.
 *
 * @see https://docs.mistral.ai/api/endpoint/fim (read 2026-11-25)
 */
export const mistralFim: Codec = {
  ...textCompletion,
  id: 'mistral-fim',
  path: '/v1/fim/completions',
  // Mistral states usage in the last event whatever the client says.
  toChunks: (document) => toChatChunks(document, true),
  form: { decodeRequest, encodeAnswer },
}

/** What text completions do not know is left to the vendor to refuse: some servers take `min_tokens`. */
function decodeRequest({
  random_seed: seed,
  stream: _whole,
  metadata: _own,
  ...request
}: JsonObject): JsonObject {
  return seed === undefined || seed === null ? request : { ...request, seed }
}

function encodeAnswer(document: JsonObject): JsonObject {
  const choices = objectsOf(document.choices).map(({ text, logprobs: _none, ...choice }) => ({
    ...choice,
    message: { role: 'assistant', content: asText(text) ?? '', tool_calls: null },
  }))
  return { ...document, object: 'chat.completion', choices }
}
