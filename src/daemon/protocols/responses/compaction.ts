import { randomBytes } from 'node:crypto'
import type { AnswerContext } from '../conversation/codec.ts'
import type { ConversationAnswer } from '../conversation/types.ts'
import { asText } from '../json-access.ts'
import type { Codec, JsonObject } from '../types.ts'
import { askSummary } from './ask-summary.ts'
import { contentParts, inputItems, itemType } from './input-items.ts'
import { openaiResponses } from './openai-responses.ts'
import { usageOf } from './response-object.ts'
import { sealSummary } from './summary.ts'

/**
 * `POST /v1/responses/compact` shortens a conversation. The answer contains the user's messages and one item that
 * replaces the rest. Only OpenAI can read OpenAI's item. Models of other vendors are asked for a summary, which is put
 * into the item.
 *
 * @see https://developers.openai.com/api/reference/resources/responses/methods/compact (read 2026-11-29)
 */
export const openaiCompaction: Codec = {
  ...withoutUpstream(openaiResponses),
  id: 'openai-compaction',
  path: '/v1/responses/compact',
  readRequest: (body) => ({ ...openaiResponses.readRequest(body), isStream: false }),
  takesOutputCap: false,
  client: {
    decodeRequest: ({ stream: _stream, ...body }, losses) => askSummary(body, losses),
    encodeAnswer: encodeCompaction,
    encodeStream: () => {
      throw new TypeError('a compaction is never streamed')
    },
  },
}

/** Removes the upstream side. Vendors with this operation get the client's bytes; for others, it is translated. */
function withoutUpstream({ upstream: _upstream, ...codec }: Codec): Codec {
  return codec
}

function encodeCompaction(
  { parts, usage }: ConversationAnswer,
  { body, created }: AnswerContext,
): JsonObject {
  const said = parts.filter((part) => part.kind === 'text' || part.kind === 'refusal')
  const summary = said.map(({ text }) => text).join('')
  return {
    id: madeId('resp'),
    object: 'response.compaction',
    created_at: created,
    output: [
      ...inputItems(body).flatMap(userMessage),
      { id: madeId('cmp'), type: 'compaction', encrypted_content: sealSummary(summary) },
    ],
    ...(usage && { usage: usageOf(usage) }),
  }
}

const madeId = (prefix: string): string => `${prefix}_${randomBytes(24).toString('hex')}`

function userMessage(item: JsonObject): JsonObject[] {
  if (itemType(item) !== 'message' || item.role !== 'user') return []
  const id = asText(item.id) ?? madeId('msg')
  return [{ ...item, id, type: 'message', status: 'completed', content: [...contentParts(item.content)] }]
}
