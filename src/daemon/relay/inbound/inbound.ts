import type { IncomingHttpHeaders } from 'node:http'
import type { BodyLease } from '../../http/body-budget.ts'
import type { Codec, JsonObject } from '../../protocols/types.ts'
import type { AnswerLease } from '../../upstream/answer-room.ts'
import type { Client } from './client.ts'

/**
 * Vendors that use OpenAI's chat format, but state the usage in every stream, and give values to some members that are
 * null at OpenAI. LiteLLM is no vendor, but a client of all of these; it acts as OpenAI's client if it calls OpenAI.
 */
export type Dialect = 'openrouter' | 'mistral' | 'groq' | 'perplexity' | 'cerebras' | 'litellm'

/** Whether the client reads the usage of every stream, although it cannot request it. */
export const readsUsageUnasked = ({ dialect }: Pick<InboundRequest, 'dialect'>): boolean =>
  dialect !== undefined

/** A response that only its connection remembers. */
export interface RememberedResponse {
  /** The response before the first item; undefined = none. */
  readonly continues: string | undefined
  /** Everything since then, including the response's own output. */
  items(): readonly JsonObject[]
}

/** The responses that a connection remembers. */
export interface ConnectionMemory {
  find(id: string): RememberedResponse | undefined
}

/** A client's request, before anything in it has been checked. Does not include the client that gets the answer. */
export interface InboundRequest {
  readonly requestId: string
  /** Unix milliseconds of arrival. */
  readonly startedMs: number
  /** Path of the operation as OpenAI names it, such as `/v1/chat/completions`. */
  readonly path: string
  readonly codec: Codec
  readonly headers: IncomingHttpHeaders
  readonly query: Readonly<Record<string, string>>
  readonly body: Buffer
  /** Members that come from the path instead of the body: the model, and with Google whether to stream. */
  readonly pathMembers: JsonObject
  /** The vendor whose client is calling, if its answers differ from the protocol. */
  readonly dialect?: Dialect | undefined
  /** The client's address; forwarding headers have been checked. */
  readonly address: string
  /** Set on the playground route: a console session pays instead of a token. */
  readonly session?: { readonly userId: number } | undefined
  /** Set when the request is a WebSocket message, which is answered with events only. */
  readonly memory?: ConnectionMemory
  /** The memory used by the body. Absent = not counted. Ended by the route. */
  readonly bodyLease?: BodyLease | undefined
  /** The memory reserved for a long answer. Absent = not counted. Ended by the route. */
  readonly answerLease?: AnswerLease
}

/** A request that came in over HTTP, with the client that waits for its answer. */
export interface Inbound extends InboundRequest {
  readonly client: Client
}
