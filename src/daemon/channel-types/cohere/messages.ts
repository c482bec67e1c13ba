import { refusals } from '../../errors/refusals.ts'
import type { Losses } from '../../protocols/conversation/codec.ts'
import { emulateCustomInput } from '../../protocols/conversation/custom-tools.ts'
import type {
  AssistantTurn,
  ConversationRequest,
  MediaPart,
  TextPart,
  ToolResultPart,
  UserTurn,
} from '../../protocols/conversation/types.ts'
import { asObject } from '../../protocols/json-access.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { JsonObject } from '../../protocols/types.ts'

/** Models that neither think nor accept thinking of earlier turns. */
const PLAIN_MODELS = /^(?:command(?:-r|-light|-nightly|$|-a-03|-a-vision|-a-translate)|c4ai|aya)/

export const canThink = (model: string): boolean => !PLAIN_MODELS.test(model)

/** Writes a conversation as messages of Cohere's chat. */
export function encodeMessages(request: ConversationRequest, model: string, losses: Losses): JsonObject[] {
  const known = new Set<string>()
  const takesThinking = canThink(model)
  return request.turns.flatMap((turn): JsonObject[] => {
    if (turn.role === 'user') return encodeUserTurn(turn, known, losses)
    if (turn.role === 'assistant') return encodeAssistantTurn(turn, takesThinking, known, losses)
    return [{ role: 'system', content: turn.parts.map((part) => part.text).join('\n\n') }]
  })
}

function encodeUserTurn(turn: UserTurn, known: ReadonlySet<string>, losses: Losses): JsonObject[] {
  const messages: JsonObject[] = []
  const content: JsonObject[] = []
  for (const part of turn.parts) {
    switch (part.kind) {
      case 'text':
        content.push({ type: 'text', text: part.text })
        break
      case 'media':
        content.push(encodeMedia(part, losses))
        break
      case 'tool-result': {
        const text = readResult(part)
        // Cohere refuses a result without its call.
        if (known.has(part.callId)) messages.push({ role: 'tool', tool_call_id: part.callId, content: text })
        else content.push({ type: 'text', text })
        for (const each of part.parts) if (each.kind === 'media') content.push(encodeMedia(each, losses))
      }
    }
  }
  const [first] = content
  if (first) {
    const isPlain = content.length === 1 && typeof first.text === 'string'
    messages.push({ role: 'user', content: isPlain ? (first.text ?? '') : content })
  }
  return messages
}

/** Returns the text of a result. Results are text only; their pictures follow in a user message. */
function readResult(part: ToolResultPart): string {
  const text = part.parts
    .filter((each): each is TextPart => each.kind === 'text')
    .map((each) => each.text)
    .join('\n')
  const says = asObject(parseJson(text))?.error !== undefined
  return part.isError && !says ? `Error: ${text}` : text
}

function encodeMedia(part: MediaPart, losses: Losses): JsonObject {
  const { source, mimeType, detail } = part
  if (source.kind === 'text') return { type: 'text', text: source.text }
  if (source.kind === 'file') return losses.refuse('file', refusals.fileElsewhere)
  const isPicture = mimeType.startsWith('image/') || (mimeType === '' && source.kind === 'url')
  if (!isPicture) return losses.refuse(nameOf(mimeType), refusals.textsAndPictures)
  const url = source.kind === 'url' ? source.url : `data:${mimeType};base64,${source.base64}`
  return { type: 'image_url', image_url: { url, ...(detail !== undefined && { detail }) } }
}

const nameOf = (mimeType: string): string => {
  if (mimeType.startsWith('audio/')) return 'input_audio'
  return mimeType.startsWith('video/') ? 'video_url' : 'file'
}

function encodeAssistantTurn(
  turn: AssistantTurn,
  takesThinking: boolean,
  known: Set<string>,
  losses: Losses,
): JsonObject[] {
  let thinking = ''
  let text = ''
  const calls: JsonObject[] = []
  for (const part of turn.parts) {
    switch (part.kind) {
      case 'text':
      case 'refusal':
        text += part.text
        break
      case 'reasoning':
        thinking += part.text
        if (part.state) losses.add('reasoning_details')
        break
      case 'media':
        losses.add('images')
        break
      case 'tool-call':
        known.add(part.id)
        calls.push({
          id: part.id,
          type: 'function',
          function: {
            name: part.name,
            arguments: part.isCustom ? emulateCustomInput(part.arguments) : part.arguments || '{}',
          },
        })
    }
  }
  // Reasoning before a tool call is the tool plan, for every model.
  if (calls.length > 0)
    return [
      {
        role: 'assistant',
        ...(thinking !== '' && { tool_plan: thinking }),
        ...(text !== '' && { content: text }),
        tool_calls: calls,
      },
    ]
  if (text === '') return []
  if (thinking === '') return [{ role: 'assistant', content: text }]
  if (!takesThinking) {
    losses.add('reasoning_content')
    return [{ role: 'assistant', content: text }]
  }
  const content = [
    { type: 'thinking', thinking },
    { type: 'text', text },
  ]
  return [{ role: 'assistant', content }]
}
