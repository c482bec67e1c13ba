import { namedOperations } from '../channel-types/named-operations.ts'
import { traitsOf } from '../channel-types/traits.ts'
import type { Call, Channel, ChannelType, SpokenFormat } from '../channel-types/types.ts'
import { isVideoModel } from '../channel-types/video-models.ts'
import { AppError } from '../errors/app-error.ts'
import { LossList } from '../protocols/conversation/losses.ts'
import { wrapIntoWav } from '../protocols/gemini/wav.ts'
import type { Codec, JsonObject, OperationName } from '../protocols/types.ts'
import { codecOf } from '../relay/route/wire.ts'

/** The smallest output limit that every conversation format accepts. */
const OUTPUT_TOKENS = 16

/** Tried in this order if the model's name says nothing. */
const TESTED: readonly OperationName[] = [
  'chat',
  'messages',
  'generate',
  'responses',
  'embedding',
  'completion',
  'moderation',
  'rerank',
]

/**
 * Chooses the format in which to test a model.
 *
 * @param format use this one, whatever was found before
 * @throws AppError `channel_test_unsupported`
 */
export function chooseTestWire(
  type: ChannelType,
  channel: Channel,
  model: string,
  format?: SpokenFormat,
): Codec {
  const asked = format && codecOf(type, { ...channel, speaksFound: format }, format, model)
  if (asked) return asked
  // A test would make a video, and the operator would pay for it.
  if (isVideoModel(model)) throw new AppError('channel_test_unsupported', { values: { type: 'video' } })
  const named = namedOperations(model)
  // Realtime models open a session instead of responding to a request.
  if (named[0] === 'realtime')
    throw new AppError('channel_test_unsupported', { values: { type: 'realtime' } })
  for (const operation of [...named, ...TESTED]) {
    const codec = codecOf(type, channel, operation, model)
    if (codec) return codec
  }
  throw new AppError('channel_test_unsupported', { values: { type: type.label } })
}

/** Builds the smallest possible request body. @throws AppError `channel_test_unsupported` */
export function writeTestBody(
  wire: Codec,
  type: ChannelType,
  call: Call,
): { readonly body: string | Buffer; readonly contentType: string } {
  if (wire.takes === 'multipart') return writeRecording(call.model)
  const asked = jsonBody(wire, type, call)
  return { body: JSON.stringify(type.shapeRequest?.(asked, call) ?? asked), contentType: 'application/json' }
}

/** Builds a JSON body. Channel types rename the output limit for models that use another name for it. */
function jsonBody(wire: Codec, type: ChannelType, call: Call): JsonObject {
  const { model, isStream } = call
  const outputTokensMax = model.includes('thinking') ? 50 : model.startsWith('gemini') ? 300 : OUTPUT_TOKENS
  const losses = new LossList()
  if (wire.id === 'openai-chat')
    return {
      model,
      messages: [{ role: 'user', content: 'hi' }],
      stream: isStream,
      max_tokens: outputTokensMax,
    }
  if (wire.upstream)
    return wire.upstream.encodeRequest(
      {
        model,
        isStream,
        turns: [{ role: 'user', parts: [{ kind: 'text', text: 'hi' }] }],
        tools: [],
        outputTokensMax,
      },
      { model, isStream, traits: traitsOf(type, call), adapters: call.adapters, losses },
    )
  const form = formBody(wire.operation, model)
  return wire.form?.encodeRequest?.(form, losses) ?? form
}

function formBody(operation: OperationName, model: string): JsonObject {
  switch (operation) {
    case 'embedding':
      return { model, input: ['hello world'] }
    case 'moderation':
      return { model, input: 'hi' }
    case 'completion':
      return { model, prompt: 'hi', max_tokens: OUTPUT_TOKENS }
    case 'rerank':
      return { model, query: 'hi', documents: ['hello world'] }
    case 'speech':
      return { model, input: 'hi', voice: 'alloy' }
    case 'image':
      return { model, prompt: 'a dot', n: 1 }
    default:
      throw new AppError('channel_test_unsupported', { values: { type: operation } })
  }
}

const BOUNDARY = 'tollgate-test'
const SAMPLES_PER_SECOND = 8_000

/** Builds a form with one second of silence to transcribe. */
function writeRecording(model: string) {
  const silence = wrapIntoWav(Buffer.alloc(2 * SAMPLES_PER_SECOND), SAMPLES_PER_SECOND)
  const part = (headers: string): string =>
    `--${BOUNDARY}\r\ncontent-disposition: form-data; ${headers}\r\n\r\n`
  return {
    body: Buffer.concat([
      Buffer.from(`${part('name="model"')}${model.replaceAll(/[\r\n]/g, '')}\r\n`),
      Buffer.from(part('name="file"; filename="silence.wav"\r\ncontent-type: audio/wav')),
      silence,
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]),
    contentType: `multipart/form-data; boundary=${BOUNDARY}`,
  }
}
