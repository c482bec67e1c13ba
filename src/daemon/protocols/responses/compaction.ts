import { randomBytes } from 'node:crypto'
import type { AnswerContext, Losses } from '../conversation/codec.ts'
import type { ConversationAnswer, ConversationRequest, UserTurn } from '../conversation/types.ts'
import { asText } from '../json-access.ts'
import type { Codec, JsonObject } from '../types.ts'
import { decodeRequest } from './decode-request.ts'
import { contentParts, inputItems, itemType } from './input-items.ts'
import { openaiResponses } from './openai-responses.ts'
import { usageOf } from './response-object.ts'
import { sealSummary } from './summary.ts'

/** What a model is asked that has no such operation of its own. */
const ASK = `Write a summary of this conversation so far. It will replace everything above except the user's messages, and you will go on from it without seeing the rest. State:
- what the user wants, and every constraint or preference they have stated
- what has been done, and what came of it: decisions, files with their paths, commands, results of tools that are still needed
- what is left to do, and the exact next step
Keep names, numbers, paths and quoted words exact. Answer with the summary alone, and call no tools.`

/**
 * `POST /v1/responses/compact`: a conversation made shorter. The answer is the user's messages and one item that stands for
 * all the rest. OpenAI's item can only be read by OpenAI. Models of other vendors are asked for a summary, and the item holds it.
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
    decodeRequest: decodeCompaction,
    encodeAnswer: encodeCompaction,
    encodeStream: () => {
      throw new TypeError('a compaction is never streamed')
    },
  },
}

/** Who offers it takes the client's bytes. For everybody else it is translated into a format of theirs. */
function withoutUpstream({ upstream: _upstream, ...codec }: Codec): Codec {
  return codec
}

function decodeCompaction(body: JsonObject, losses: Losses): ConversationRequest {
  const { text: _format, stream: _stream, max_output_tokens: _cap, tool_choice: _choice, ...rest } = body
  const { webSearch: _search, ...request } = decodeRequest(rest, losses)
  const ask: UserTurn = { role: 'user', parts: [{ kind: 'text', text: ASK }] }
  return {
    ...request,
    turns: [...request.turns, ask],
    // They stay, because the calls in the conversation are theirs.
    ...(request.tools.length > 0 && { toolChoice: { kind: 'none' } }),
  }
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
