import { asText, objectsOf } from '../json-access.ts'
import { toChatChunks } from '../openai/chunks.ts'
import { openaiCompletion } from '../openai/index.ts'
import type { Codec, JsonObject } from '../types.ts'

const { client: _translated, ...textCompletion } = openaiCompletion

/**
 * Mistral's fill-in-the-middle, `POST /v1/fim/completions`: requests are text completions with `suffix`, responses have
 * the form of a chat (as recorded). Its neutral form is the text completion.
 *
 * @see https://docs.mistral.ai/api/endpoint/fim (read 2026-11-25)
 */
export const mistralFim: Codec = {
  ...textCompletion,
  id: 'mistral-fim',
  path: '/v1/fim/completions',
  // Mistral states usage in the last event whether the client asks for it or not.
  toChunks: (document) => toChatChunks(document, true),
  form: { decodeRequest, encodeAnswer },
}

/** Decodes a request. Vendors reject members that text completions lack: some servers accept `min_tokens`. */
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
