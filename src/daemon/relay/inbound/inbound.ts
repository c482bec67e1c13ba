import type { IncomingHttpHeaders } from 'node:http'
import type { Codec, JsonObject } from '../../protocols/types.ts'
import type { Client } from './client.ts'

/** What a client asks, before anybody looked into it; whoever answers it is not part of it. */
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
  /** What the path says in place of the body: the model, and with Google whether to stream. */
  readonly pathMembers: JsonObject
  /** The client's address, forwarding headers already judged. */
  readonly address: string
  /** Set on the playground route: a console session pays instead of a token. */
  readonly session: { readonly userId: number } | undefined
}

/** A request as it came in over HTTP. */
export interface Inbound extends InboundRequest {
  readonly client: Client
}
