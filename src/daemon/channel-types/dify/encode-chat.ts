import { createHash } from 'node:crypto'
import { refusals } from '../../errors/refusals.ts'
import type { EncodeTarget, Losses } from '../../protocols/conversation/codec.ts'
import type {
  AnswerFormat,
  AssistantPart,
  ConversationRequest,
  MediaPart,
  Turn,
  UserPart,
} from '../../protocols/conversation/types.ts'
import type { JsonObject } from '../../protocols/types.ts'
import { noteUncarried } from '../uncarried.ts'
import { UPLOADED } from './uploaded.ts'

const LABELS = { system: 'System', user: 'User', assistant: 'Assistant' } as const

/**
 * Writes a conversation for `POST /v1/chat-messages`. An application has its own prompt, tools and sampling, and accepts one
 * text. A single question is sent as it is and a conversation as a transcript, because the server only remembers
 * conversations that it started.
 *
 * @see https://docs.dify.ai/api-reference/chat/send-chat-message
 */
export const encodeDifyRequest = (request: ConversationRequest, target: EncodeTarget): JsonObject => ({
  inputs: {},
  query: writeQuery(request),
  ...encodeCommon(request, target),
  auto_generate_name: false,
})

/** Writes a conversation for workflows and completions, which have named inputs and no conversation. */
export const encodeDifyInputs = (request: ConversationRequest, target: EncodeTarget): JsonObject => ({
  inputs: { query: writeQuery(request) },
  ...encodeCommon(request, target),
})

function encodeCommon(request: ConversationRequest, { losses, isStream }: EncodeTarget): JsonObject {
  noteUncarried(request, losses, [])
  const files = request.turns.flatMap((turn) => encodeFiles(turn, losses))
  return {
    response_mode: isStream ? 'streaming' : 'blocking',
    user: readUser(request),
    ...(files.length > 0 && { files }),
  }
}

function writeQuery(request: ConversationRequest): string {
  const spoken = request.turns.filter((turn) => turn.role !== 'system')
  const order = describeFormat(request.format)
  const [only] = spoken
  if (spoken.length === 1 && only?.role === 'user') {
    const texts = request.turns.map(readTurn)
    return [...texts, order].filter((text) => text !== '').join('\n\n')
  }
  const lines = request.turns.flatMap((turn) => {
    const text = readTurn(turn)
    return text === '' ? [] : `${LABELS[turn.role]}: ${text}`
  })
  return [...lines, ...(order === '' ? [] : [`${LABELS.system}: ${order}`])].join('\n\n')
}

const readTurn = (turn: Turn): string =>
  turn.parts
    .map((part) => readPart(part))
    .filter((text) => text !== '')
    .join('\n')

function readPart(part: UserPart | AssistantPart): string {
  switch (part.kind) {
    case 'text':
    case 'refusal':
      return part.text
    case 'media':
      return part.source.kind === 'text' ? part.source.text : ''
    case 'tool-call':
      return `[called ${part.name} with ${part.arguments || '{}'}]`
    case 'tool-result':
      return `[${part.isError ? 'error' : 'result'}: ${part.parts.map((each) => readPart(each)).join('\n')}]`
    case 'reasoning':
      return ''
  }
}

function describeFormat(format: AnswerFormat | undefined): string {
  if (!format) return ''
  const order = 'Answer with one JSON object and nothing else.'
  return format.kind === 'json'
    ? order
    : `${order} It must match this JSON schema: ${JSON.stringify(format.schema)}`
}

function encodeFiles(turn: Turn, losses: Losses): JsonObject[] {
  if (turn.role !== 'user') {
    if (turn.role === 'assistant' && turn.parts.some((part) => part.kind === 'media')) losses.add('images')
    return []
  }
  const media = turn.parts.flatMap((part) => (part.kind === 'tool-result' ? part.parts : [part]))
  return media.flatMap((part) => (part.kind === 'media' ? encodeFile(part, losses) : []))
}

/** Writes a file as a link, or with the id that it got when it was uploaded for this request. */
function encodeFile(part: MediaPart, losses: Losses): JsonObject[] {
  const { source, mimeType } = part
  if (source.kind === 'text') return []
  const type = readFileType(mimeType)
  if (source.kind === 'file' && source.id.startsWith(UPLOADED))
    return [{ type, transfer_method: 'local_file', upload_file_id: source.id.slice(UPLOADED.length) }]
  if (source.kind !== 'url') return losses.refuse(FIELDS[type], refusals.filesByLinkOrInside)
  return [{ type, transfer_method: 'remote_url', url: source.url }]
}

const FIELDS = { image: 'image_url', audio: 'input_audio', video: 'video_url', document: 'file' } as const

function readFileType(mimeType: string): keyof typeof FIELDS {
  if (mimeType === '') return 'image'
  const [family] = mimeType.split('/')
  return family === 'image' || family === 'audio' || family === 'video' ? family : 'document'
}

/** Returns the required user name. Names of clients are not sent; the same user or conversation always yields the same hash. */
export function readUser(request: ConversationRequest): string {
  const first = request.turns.find((turn) => turn.role === 'user')
  const source = request.user ?? (first ? readTurn(first) : '')
  return createHash('sha256').update(source).digest('hex').slice(0, 32)
}
