import { refusals } from '../../errors/refusals.ts'
import { allowedTools } from '../../protocols/conversation/allowed-tools.ts'
import type { EncodeTarget, Losses } from '../../protocols/conversation/codec.ts'
import { emulateCustomInput, emulateCustomTools } from '../../protocols/conversation/custom-tools.ts'
import type {
  AssistantTurn,
  ConversationRequest,
  MediaPart,
  ReasoningWish,
  UserTurn,
} from '../../protocols/conversation/types.ts'
import { asObject } from '../../protocols/json-access.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { JsonObject, JsonValue } from '../../protocols/types.ts'
import { noteUncarried } from '../uncarried.ts'

/** Levels that Ollama knows; other efforts map to the nearest. Models without levels treat any level as "think". */
const LEVELS: Readonly<Record<string, string>> = {
  minimal: 'low',
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'high',
  max: 'max',
}

/**
 * Writes a conversation for `POST /api/chat`.
 *
 * @see https://github.com/ollama/ollama/blob/main/docs/api.md
 */
export function encodeOllamaRequest(request: ConversationRequest, target: EncodeTarget): JsonObject {
  const { losses, model, isStream } = target
  noteUncarried(request, losses, [
    'max_tokens',
    'temperature',
    'top_p',
    'top_k',
    'seed',
    'presence_penalty',
    'frequency_penalty',
    'stop',
    'response_format',
    'reasoning_effort',
    'tools',
  ])
  const options = encodeOptions(request)
  const names = new Map<string, string>()
  const { format } = request
  return {
    model,
    messages: request.turns.flatMap((turn): JsonObject[] => {
      if (turn.role === 'user') return encodeUserTurn(turn, names, losses)
      if (turn.role === 'assistant') return encodeAssistantTurn(turn, names, losses)
      return [{ role: 'system', content: turn.parts.map((part) => part.text).join('\n\n') }]
    }),
    // Ollama streams by default.
    stream: isStream,
    ...encodeTools(request, losses),
    ...(format && { format: format.kind === 'json' ? 'json' : format.schema }),
    ...encodeThinking(request.reasoning),
    ...(Object.keys(options).length > 0 && { options }),
  }
}

function encodeOptions(request: ConversationRequest): JsonObject {
  const options: Record<string, JsonValue | undefined> = {
    temperature: request.temperature,
    top_p: request.topP,
    top_k: request.topK,
    seed: request.seed,
    stop: request.stop && [...request.stop],
    num_predict: request.outputTokensMax,
    presence_penalty: request.presencePenalty,
    frequency_penalty: request.frequencyPenalty,
  }
  return Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  )
}

function encodeThinking(reasoning: ReasoningWish | undefined): JsonObject {
  const { effort, budgetTokens } = reasoning ?? {}
  if (effort === 'none' || budgetTokens === 0) return { think: false }
  const level = effort === undefined ? undefined : LEVELS[effort]
  if (level !== undefined) return { think: level }
  return budgetTokens === undefined ? {} : { think: true }
}

/** Writes the tools. A tool cannot be forced, so a named tool becomes the only one offered and the model decides. */
function encodeTools(request: ConversationRequest, losses: Losses): JsonObject {
  const choice = request.toolChoice
  if (choice?.kind === 'none') return {}
  let { tools } = request
  if (choice?.kind === 'tool') tools = tools.filter((tool) => tool.name === choice.name)
  if (choice?.kind === 'allowed') tools = allowedTools(tools, choice.names)
  if (tools.length === 0) return {}
  const isForced = choice?.kind === 'required' || choice?.kind === 'tool'
  if (isForced || (choice?.kind === 'allowed' && choice.mode === 'required')) losses.add('tool_choice')
  if (tools.some((tool) => tool.kind === 'custom' && tool.format !== undefined)) losses.add('format')
  return {
    tools: emulateCustomTools(tools).map(({ name, description, parameters }) => ({
      type: 'function',
      function: {
        name,
        ...(description !== undefined && { description }),
        parameters: parameters ?? { type: 'object', properties: {} },
      },
    })),
  }
}

function encodeUserTurn(turn: UserTurn, names: ReadonlyMap<string, string>, losses: Losses): JsonObject[] {
  const messages: JsonObject[] = []
  const texts: string[] = []
  const images: string[] = []
  const takeMedia = (part: MediaPart) => {
    if (part.source.kind === 'text') texts.push(part.source.text)
    else images.push(readPicture(part, losses))
  }
  for (const part of turn.parts) {
    if (part.kind === 'text') texts.push(part.text)
    else if (part.kind === 'media') takeMedia(part)
    else {
      const content = part.parts.flatMap((each) => (each.kind === 'text' ? each.text : [])).join('\n')
      const name = part.name ?? names.get(part.callId)
      messages.push({
        role: 'tool',
        content: part.isError ? `Error: ${content}` : content,
        tool_call_id: part.callId,
        ...(name !== undefined && { tool_name: name }),
      })
      for (const each of part.parts) if (each.kind === 'media') takeMedia(each)
    }
  }
  if (texts.length > 0 || images.length > 0)
    messages.push({ role: 'user', content: texts.join('\n'), ...(images.length > 0 && { images }) })
  return messages
}

/** Returns a picture as base64. Its type is not sent. */
function readPicture({ source, mimeType }: MediaPart, losses: Losses): string {
  if (source.kind === 'data' && mimeType.startsWith('image/')) return source.base64
  if (source.kind === 'url' && (mimeType === '' || mimeType.startsWith('image/')))
    return losses.refuse('image_url', refusals.picturesInside)
  return losses.refuse('file', refusals.textsAndPictures)
}

function encodeAssistantTurn(turn: AssistantTurn, names: Map<string, string>, losses: Losses): JsonObject[] {
  let content = ''
  let thinking = ''
  const calls: JsonObject[] = []
  for (const part of turn.parts) {
    switch (part.kind) {
      case 'text':
      case 'refusal':
        content += part.text
        break
      case 'reasoning':
        thinking += part.text
        if (part.state) losses.add('reasoning_details')
        break
      case 'media':
        losses.add('images')
        break
      case 'tool-call': {
        names.set(part.id, part.name)
        const text = part.isCustom ? emulateCustomInput(part.arguments) : part.arguments
        // Ollama expects an object and refuses arguments that are other text.
        const given = asObject(parseJson(text || '{}')) ?? { _raw: text }
        calls.push({ id: part.id, type: 'function', function: { name: part.name, arguments: given } })
      }
    }
  }
  if (content === '' && calls.length === 0) return []
  return [
    {
      role: 'assistant',
      content,
      ...(thinking !== '' && { thinking }),
      ...(calls.length > 0 && { tool_calls: calls }),
    },
  ]
}
