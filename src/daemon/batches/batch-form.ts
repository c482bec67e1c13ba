import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { BatchProtocol, Channel } from '../channel-types/types.ts'
import type { Ratio } from '../money/ratio.ts'
import type { Codec, JsonObject } from '../protocols/types.ts'
import type { Entered } from '../relay/admit/admit.ts'
import type { Health } from '../relay/route/health.ts'
import type { AccountQuestion, AskAccountDeps } from '../relay/stored/ask-account.ts'
import type { VendorFiles } from '../relay/stored/vendor-files.ts'
import type { StatePlace } from '../relay/stored/vendor-states.ts'
import type { Exchange } from '../upstream/exchange.ts'
import type { BatchCall } from './ask-batches.ts'
import type { Batch } from './batch.ts'

/** A batch as a client submits it. */
export interface Submission {
  readonly entered: Entered
  readonly requestId: string
  readonly address: string
  readonly body: Buffer
  /** Parameters of the address, such as Google's model. */
  readonly params: Readonly<Record<string, string>>
  /** Those of the client's headers that go to the vendor. */
  readonly headers: Readonly<Record<string, string>>
}

/** A submission that passed all checks: what it may cost at most, and the call to the vendor. */
export interface BatchOrder {
  readonly channel: Channel
  readonly place: StatePlace
  readonly model: string
  readonly endpoint: string
  readonly requests: number
  /** By estimate. */
  readonly promptTokens: number
  /** The most tokens that the answers can have. */
  readonly outputTokens: number
  readonly call: BatchCall
}

export interface ReadOrderDeps extends AskAccountDeps {
  readonly files: VendorFiles
  readonly health: Health
  readonly log: Logger
}

/** The page of a list that a client asks for, newest first. */
export interface BatchPage {
  readonly limit: number
  /** Ids of the batches before and after the page; undefined = start at the newest. */
  readonly after: string | undefined
  readonly before: string | undefined
}

/** Opens something of the batch at the account that runs it. @throws AppError, TransportError */
export type OpenContent = (
  question: Pick<AccountQuestion, 'at' | 'path'> & Partial<Pick<AccountQuestion, 'query'>>,
) => Promise<Exchange>

/** The addresses that clients call, in Fastify's notation; those of one batch have the parameter `id`. */
export interface BatchAddresses {
  readonly create: string
  readonly list?: string
  readonly show?: string
  readonly cancel: string
  /** Absent = batches cannot be deleted. */
  readonly remove?: string
  /** Where clients read the answers, if they are not in a file. */
  readonly results?: string
}

/**
 * One vendor's batches: how they are submitted, asked about and read. What they cost, when it is held and when it is charged
 * is the same for all (`submit-batch.ts`, `advance-batch.ts`).
 */
export interface BatchForm {
  readonly protocol: BatchProtocol
  /** What a batch may call. Answers of other endpoints do not say what they cost. */
  readonly endpoints: ReadonlyMap<string, Codec>
  /** One set per version of the vendor's API. */
  readonly addresses: readonly BatchAddresses[]
  /** The path that the log shows. */
  readonly path: string
  /** Finds the client's key in the request. */
  readKey(request: FastifyRequest): string
  /**
   * Reads a submission. One request that is not allowed refuses all of it.
   * @throws AppError that names the request
   */
  readOrder(submission: Submission, deps: ReadOrderDeps): Promise<BatchOrder>
  /** The vendor call for an action on one batch. */
  callFor(action: 'show' | 'cancel' | 'delete', vendorId: string): BatchCall
  /** Where to read the answers at the vendor, if they are not in a file. */
  resultsOf?(vendorId: string): Pick<AccountQuestion, 'at' | 'path'>
  /** The vendor's id of the batch that a document describes; undefined = it describes none. */
  readId(document: JsonObject): string | undefined
  /** Whether the vendor is done with it. */
  hasEnded(news: JsonObject): boolean
  /** Removes the answers, which are neither stored nor shown before the batch is charged. Absent = there are none to remove. */
  withoutAnswers?(news: JsonObject): JsonObject
  /** The answers of a batch that has ended. Requests that failed are left out: they cost nothing. */
  readAnswers(batch: Batch, news: JsonObject, open: OpenContent): AsyncIterable<JsonObject>
  /** How many answers the vendor says there are at least; undefined = it does not say. */
  countAnswers?(news: JsonObject): number | undefined
  /** What the vendor's own tools cost, such as searches, in dollars. */
  toolDollars?(answer: JsonObject, model: string): Ratio
  /** Ids of files with its answers, which their owner may read once the batch is charged. */
  readFiles?(news: JsonObject): readonly string[]
  /** How a batch that was given up is shown. */
  giveUp(described: JsonObject): JsonObject
  /** Whether the owner may read the answers of an ended batch: not if it was given up, because nobody paid for them. */
  hasAnswers?(described: JsonObject): boolean
  /** A batch as its owner sees it. @param origin where the client reaches this gateway */
  show?(described: JsonObject, origin: string): JsonObject
  /** @throws AppError `invalid_request` */
  readPage(query: Readonly<Record<string, string>>): BatchPage
  writePage(batches: readonly Batch[], hasMore: boolean, origin: string): JsonObject
  /** The answer to a cancellation; absent = the batch itself. */
  writeCancelled?(): JsonObject
  writeDeleted?(vendorId: string): JsonObject
}
