import { asText } from '../../protocols/json-access.ts'
import { invalid } from '../../protocols/openai/request-checks.ts'
import type { JsonObject, JsonValue } from '../../protocols/types.ts'
import { parseJsonBody } from '../admit/parse-body.ts'

/** A client's message. */
export type ClientMessage =
  | CreateMessage
  /** More input for a response that is still running. */
  | { readonly kind: 'steer'; readonly steer: JsonObject }
  /** A notice that needs no answer. */
  | { readonly kind: 'notice' }

/** `response.create`: one ordinary request. */
export interface CreateMessage {
  readonly kind: 'create'
  /** As it was sent, not yet checked; undefined = none. */
  readonly streamId: JsonValue | undefined
  /** The client wants no answer, only a response id to continue from. */
  readonly isWarmUp: boolean
  readonly wantsBackground: boolean
  /** The request as it would be sent to `POST /v1/responses`. */
  readonly body: JsonObject
}

/**
 * Reads one message.
 *
 * @see https://developers.openai.com/api/docs/guides/websocket-mode (read 2026-11-26)
 * @throws AppError `invalid_json`, `invalid_request`
 */
export async function readMessage(bytes: Buffer): Promise<ClientMessage> {
  const { body: message } = await parseJsonBody(bytes)
  const { type, stream_id: streamId, generate, background, ...body } = message
  switch (type) {
    case 'response.create':
      return {
        kind: 'create',
        streamId: streamId ?? undefined,
        isWarmUp: generate === false,
        wantsBackground: background === true,
        // Answers are always streamed, whether clients ask for it or not.
        body: { ...body, stream: true },
      }
    case 'response.steer':
      return {
        kind: 'steer',
        steer: {
          previous_response_id: asText(message.previous_response_id) ?? '',
          input: message.input ?? [],
        },
      }
    // Codex sends this when it has read an answer.
    case 'response.processed':
      return { kind: 'notice' }
    default:
      throw invalid('type', 'notThat', { value: 'response.create' })
  }
}
