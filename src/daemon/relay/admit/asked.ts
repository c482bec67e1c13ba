import type { KeptAs } from '../../protocols/conversation/codec.ts'
import type { MultipartForm } from '../../protocols/openai/multipart.ts'
import type { JsonObject, RequestFacts } from '../../protocols/types.ts'
import type { InboundRequest } from '../inbound/inbound.ts'
import type { Account } from '../route/affinity.ts'
import type { Snapshot } from '../route/snapshot.ts'
import type { Caller } from './callers.ts'

/**
 * A request that may run: what came in, what admission made of it, and the one snapshot that it is routed, priced and
 * logged by. A change of options or channels holds for the next request.
 */
export interface Asked<Request extends InboundRequest = InboundRequest> {
  readonly inbound: Request
  readonly admitted: Admitted
  readonly snapshot: Snapshot
  /** Its response is kept here, unless a vendor keeps it; absent = nobody may keep it. */
  readonly keeping?: Keeping
  /**
   * What was put into the body from what is kept here: by the name of reasoning in it, the account that can read it. Absent =
   * the body is the client's own.
   */
  readonly sealedBy?: ReadonlyMap<string, Account>
}

/** What is known of a response that will be kept. */
export interface Keeping {
  readonly as: KeptAs
  /** The items that the client itself sent. */
  readonly input: readonly JsonObject[]
}

/** What admission found out: parsed once, group resolved. */
export interface Admitted {
  readonly caller: Caller
  /** The channel that an administrator's key names. */
  readonly pinnedChannelId: number | undefined
  /** The group it is routed and priced in. */
  readonly group: string
  readonly body: JsonObject
  readonly bodyText: string
  /** Members of `body` that the text does not have, or has with another value, because the path says them. */
  readonly pathMembers: readonly string[]
  /** The form as it came, where the body is one; `body` is what it says. */
  readonly multipart: MultipartForm | undefined
  readonly facts: RequestFacts
  /** The models that are asked, in this order, if its own gives no answer; absent = none. */
  readonly fallbacks?: readonly string[]
  /** Prompt tokens by estimate: what the plan, the hold and a running stream go by. */
  readonly promptTokens: number
  /** Output tokens of each choice that its hold covers, if the upstream must be told; see `Hold`. */
  readonly grantedOutputTokens?: number | undefined
  /** To be called with the final status: counts a success against the success limits. */
  readonly noteStatus: (status: number) => void
}
