import type { IncomingHttpHeaders } from 'node:http'
import type { Codec } from '../protocols/types.ts'
import type { Client } from './client.ts'

/** A request as it came in, before anybody looked into it. */
export interface Inbound {
  readonly requestId: string
  /** Unix milliseconds of arrival. */
  readonly startedMs: number
  /** Path of the operation as OpenAI names it, such as `/v1/chat/completions`. */
  readonly path: string
  readonly codec: Codec
  readonly headers: IncomingHttpHeaders
  readonly query: Readonly<Record<string, string>>
  readonly body: Buffer
  /** The model in the path, where the route has one. */
  readonly modelInPath: string | undefined
  /** The client's address, forwarding headers already judged. */
  readonly address: string
  readonly client: Client
  /** Set on the playground route: a console session pays instead of a token. */
  readonly session: { readonly userId: number } | undefined
}
