import type { KeptAs } from '../../protocols/conversation/codec.ts'
import type { MultipartForm } from '../../protocols/openai/multipart.ts'
import type { JsonObject, RequestFacts } from '../../protocols/types.ts'
import type { InboundRequest } from '../inbound/inbound.ts'
import type { Account } from '../route/affinity.ts'
import type { Snapshot } from '../route/snapshot.ts'
import type { Caller } from './callers.ts'

/**
 * An admitted request: the original input, the result of admission, and the one snapshot that it is routed, priced and
 * logged by. Changes to options or channels apply from the next request on.
 */
export interface Asked<Request extends InboundRequest = InboundRequest> {
  readonly inbound: Request
  readonly admitted: Admitted
  readonly snapshot: Snapshot
  /** How the gateway keeps the response, unless a vendor keeps it; absent = it must not be kept. */
  readonly keeping?: Keeping
  /**
   * The account that can read each piece of reasoning that was inserted into the body from stored responses, by the
   * name of the reasoning. Absent = the body is exactly what the client sent.
   */
  readonly sealedBy?: ReadonlyMap<string, Account>
}

/** The known facts about a response that will be kept. */
export interface Keeping {
  readonly as: KeptAs
  /** The items that the client itself sent. */
  readonly input: readonly JsonObject[]
}

/** The result of admission: the body parsed once, the group resolved. */
export interface Admitted {
  readonly caller: Caller
  /** The channel pinned by an administrator's key. */
  readonly pinnedChannelId: number | undefined
  /** The group that the request is routed and priced in. */
  readonly group: string
  readonly body: JsonObject
  readonly bodyText: string
  /** Members of `body` that come from the path, and are missing from the text or have another value there. */
  readonly pathMembers: readonly string[]
  /** The form as received, if the body is one; `body` holds its values. */
  readonly multipart: MultipartForm | undefined
  readonly facts: RequestFacts
  /** The models to ask, in this order, if the requested one gives no answer; absent = none. */
  readonly fallbacks?: readonly string[]
  /** Estimated prompt tokens, used for the plan, the hold and a running stream. */
  readonly promptTokens: number
  /** The number of output tokens per choice that the hold covers, if it must be sent upstream; see `Hold`. */
  readonly grantedOutputTokens?: number | undefined
  /** Call this with the final status: it counts a success against the success limits. */
  readonly noteStatus: (status: number) => void
}
