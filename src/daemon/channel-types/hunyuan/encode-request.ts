import { refusals } from '../../errors/refusals.ts'
import type { EncodeTarget, Losses } from '../../protocols/conversation/codec.ts'
import type { ConversationRequest, MediaPart } from '../../protocols/conversation/types.ts'
import type { JsonObject, JsonValue } from '../../protocols/types.ts'
import {
  describeFormat,
  flattenTurns,
  joinParagraphs,
  noteUncarriedButSearch,
  type PlainMessage,
  plainTools,
} from '../plain-conversation.ts'

/** Models whose thinking can be switched. */
const CHOOSES_THINKING = /a13b/

/** Writes a conversation for `ChatCompletions`. The output cannot be capped. */
export function encodeHunyuanRequest(request: ConversationRequest, target: EncodeTarget): JsonObject {
  const { losses, model } = target
  noteUncarriedButSearch(request, losses, [
    'temperature',
    'top_p',
    'seed',
    'stop',
    ...(CHOOSES_THINKING.test(model) ? (['reasoning_effort'] as const) : []),
  ])
  const { system, messages } = flattenTurns(request, losses)
  const instructions = joinParagraphs(system, request.format ? describeFormat(request.format) : '')
  return {
    Model: model,
    Messages: [
      ...(instructions === '' ? [] : [{ Role: 'system', Content: instructions }]),
      ...messages.map((each) => encodeMessage(each, losses)),
    ],
    Stream: target.isStream,
    ...(request.temperature !== undefined && { Temperature: request.temperature }),
    ...(request.topP !== undefined && { TopP: request.topP }),
    ...(request.seed !== undefined && { Seed: request.seed }),
    ...(request.stop && { Stop: [...request.stop] }),
    ...encodeTools(request, losses),
    ...encodeThinking(request, model),
    ...(request.webSearch && { EnableEnhancement: true, SearchInfo: true }),
  }
}

function encodeMessage(message: PlainMessage, losses: Losses): JsonObject {
  switch (message.role) {
    case 'tool':
      return { Role: 'tool', ToolCallId: message.callId, Content: message.text }
    case 'assistant':
      return {
        Role: 'assistant',
        Content: message.text,
        ...(message.calls.length > 0 && {
          ToolCalls: message.calls.map((call, index) => ({
            Id: call.id,
            Type: 'function',
            Function: { Name: call.name, Arguments: call.arguments || '{}' },
            Index: index,
          })),
        }),
      }
    case 'user': {
      if (message.media.length === 0) return { Role: 'user', Content: message.text }
      const texts = message.text === '' ? [] : [{ Type: 'text', Text: message.text }]
      return { Role: 'user', Contents: [...texts, ...message.media.map((each) => encodeMedia(each, losses))] }
    }
  }
}

function encodeMedia(part: MediaPart, losses: Losses): JsonValue {
  const { source, mimeType } = part
  const kind = mimeType.startsWith('video/') ? 'video' : 'image'
  if (mimeType !== '' && kind === 'image' && !mimeType.startsWith('image/'))
    return losses.refuse('messages', refusals.textsPicturesVideos)
  if (source.kind !== 'url' && source.kind !== 'data')
    return losses.refuse('messages', refusals.picturesByLinkOrInside)
  if (part.detail !== undefined) losses.add('detail')
  const url = source.kind === 'url' ? source.url : `data:${mimeType};base64,${source.base64}`
  return kind === 'video'
    ? { Type: 'video_url', VideoUrl: { Url: url } }
    : { Type: 'image_url', ImageUrl: { Url: url } }
}

/** Writes the tools. Parameters are JSON text, and forcing any one of several tools is not supported. */
function encodeTools(request: ConversationRequest, losses: Losses): JsonObject {
  const { tools, choice } = plainTools(request)
  if (tools.length === 0) return {}
  const encoded = tools.map((tool) => ({
    Type: 'function',
    Function: {
      Name: tool.name,
      Description: tool.description ?? '',
      Parameters: JSON.stringify(tool.parameters ?? { type: 'object', properties: {} }),
    },
  }))
  const forced =
    typeof choice === 'object'
      ? choice.name
      : choice === 'required' && tools.length === 1
        ? tools[0]?.name
        : undefined
  if (forced !== undefined) {
    const custom = encoded.find((each) => each.Function.Name === forced)
    return { Tools: encoded, ToolChoice: 'custom', ...(custom && { CustomTool: custom }) }
  }
  if (choice === 'required') losses.add('tool_choice')
  return { Tools: encoded, ToolChoice: choice === 'none' ? 'none' : 'auto' }
}

function encodeThinking({ reasoning }: ConversationRequest, model: string): JsonObject {
  if (reasoning?.effort === undefined || !CHOOSES_THINKING.test(model)) return {}
  return { EnableThinking: reasoning.effort !== 'none' }
}
