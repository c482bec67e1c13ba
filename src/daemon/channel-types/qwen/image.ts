import { asTasksOnly } from '../../errors/refusals.ts'
import type { Losses } from '../../protocols/conversation/codec.ts'
import { asObject, asText, objectsOf } from '../../protocols/json-access.ts'
import { readDisguisedFailure } from '../../protocols/openai/failure.ts'
import { openaiImage } from '../../protocols/openai/index.ts'
import { readOpenAiUsage } from '../../protocols/openai/usage.ts'
import type { Codec, JsonObject, JsonValue } from '../../protocols/types.ts'
import { noteUnknown } from '../embedding-forms.ts'

/** Models that only return a task to be polled. */
const BY_TASK = /^(?:wanx|wan2\.[0-5]\b|flux|stable-diffusion)/

/** The vendor's own parameters pass under their own names. */
const OWN = ['negative_prompt', 'prompt_extend', 'watermark', 'seed'] as const
const KNOWN = ['model', 'prompt', 'n', 'size', 'response_format', ...OWN]

/** Codec of DashScope's pictures in one call: qwen-image, wan2.6 and later. Answers are links that are valid for a day. */
export const qwenImage: Codec = {
  ...openaiImage,
  id: 'qwen-image',
  path: '/api/v1/services/aigc/multimodal-generation/generation',
  readUsage: readOpenAiUsage,
  readOutput: (document) => ({ text: '', hiddenText: '', hasOutput: urlsOf(document).length > 0 }),
  readDisguisedFailure: (document) => readDisguisedFailure(document, 'output'),
  form: {
    encodeRequest,
    decodeAnswer: (document) => ({ data: urlsOf(document).map((url) => ({ url })) }),
  },
}

function encodeRequest(request: JsonObject, losses: Losses): JsonObject {
  const model = asText(request.model) ?? ''
  if (BY_TASK.test(model)) losses.refuse('model', asTasksOnly(model))
  noteUnknown(request, losses, ...KNOWN)
  if (request.response_format === 'b64_json') losses.add('response_format')
  const { n, prompt = '' } = request
  const size = asText(request.size)
  const parameters: JsonObject = {
    ...(typeof n === 'number' && { n }),
    ...(size !== undefined && size !== 'auto' && { size: size.replace('x', '*') }),
  }
  for (const name of OWN) {
    const value = request[name]
    if (value !== undefined && value !== null) parameters[name] = value
  }
  return { model, input: { messages: [{ role: 'user', content: [{ text: prompt }] }] }, parameters }
}

function urlsOf(document: JsonValue): string[] {
  const choices = objectsOf(asObject(asObject(document)?.output)?.choices)
  return choices.flatMap((choice) =>
    objectsOf(asObject(choice.message)?.content).flatMap((part) => asText(part.image) ?? []),
  )
}
