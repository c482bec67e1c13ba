import type { IncomingHttpHeaders } from 'node:http'
import type { BodyLease } from '../../http/body-budget.ts'
import type { Codec, JsonObject } from '../../protocols/types.ts'
import type { AnswerLease } from '../../upstream/answer-room.ts'
import type { Client } from './client.ts'

/**
 * Vendors that speak OpenAI's chat, but state the usage in every stream, and what is null at OpenAI is not always null there.
 * LiteLLM is no vendor. It stands for all of these, and comes as OpenAI's client where it asks OpenAI.
 */
export type Dialect = 'openrouter' | 'mistral' | 'groq' | 'perplexity' | 'cerebras' | 'litellm'

/** Whether the client reads the usage of every stream, although it cannot ask for it. */
export const readsUsageUnasked = ({ dialect }: Pick<InboundRequest, 'dialect'>): boolean =>
  dialect !== undefined

/** A response that only its connection remembers. */
export interface RememberedResponse {
  /** The response before the first item; undefined = there is none. */
  readonly continues: string | undefined
  /** All that was said since then, its own answer included. */
  items(): readonly JsonObject[]
}

/** What a connection remembers. */
export interface ConnectionMemory {
  find(id: string): RememberedResponse | undefined
}

/** What a client asks for, before anything in it was checked. The client that gets the answer is not part of it. */
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
  /** What the path says instead of the body: the model, and with Google whether to stream. */
  readonly pathMembers: JsonObject
  /** The vendor whose client asks, if its answers differ from what the protocol says. */
  readonly dialect?: Dialect | undefined
  /** The client's address; forwarding headers have been checked. */
  readonly address: string
  /** Set on the playground route: a console session pays instead of a token. */
  readonly session?: { readonly userId: number } | undefined
  /** Set when the request is a WebSocket message, which is answered with events only. */
  readonly memory?: ConnectionMemory
  /** The memory that its body takes. Absent = it is not counted. The route ends it. */
  readonly bodyLease?: BodyLease | undefined
  /** Room for a long answer. Absent = the answer is not counted. The route ends it. */
  readonly answerLease?: AnswerLease
}

/** A request that came in over HTTP, with the client that waits for its answer. */
export interface Inbound extends InboundRequest {
  readonly client: Client
}
