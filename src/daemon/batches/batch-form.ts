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
  /** Parameters in the URL, such as Google's model. */
  readonly params: Readonly<Record<string, string>>
  /** Client headers that are passed on to the vendor. */
  readonly headers: Readonly<Record<string, string>>
}

/** A submission that has passed all checks: its maximum cost, and the request to the vendor. */
export interface BatchOrder {
  readonly channel: Channel
  readonly place: StatePlace
  readonly model: string
  readonly endpoint: string
  readonly requests: number
  /** Estimated number. */
  readonly promptTokens: number
  /** Maximum number of tokens in the answers. */
  readonly outputTokens: number
  readonly call: BatchCall
}

export interface ReadOrderDeps extends AskAccountDeps {
  readonly files: VendorFiles
  readonly health: Health
  readonly log: Logger
}

/** The page of a list that a client requests, newest first. */
export interface BatchPage {
  readonly limit: number
  /** IDs of the batches before and after the page; undefined = start at the newest. */
  readonly after: string | undefined
  readonly before: string | undefined
}

/** Opens content of the batch at the account that runs it. @throws AppError, TransportError */
export type OpenContent = (
  question: Pick<AccountQuestion, 'at' | 'path'> & Partial<Pick<AccountQuestion, 'query'>>,
) => Promise<Exchange>

/** The routes for clients, in Fastify's notation. Routes for a single batch have the parameter `id`. */
export interface BatchAddresses {
  readonly create: string
  readonly list?: string
  readonly show?: string
  readonly cancel: string
  /** Absent = batches cannot be deleted. */
  readonly remove?: string
  /** Route from which clients read the answers, if they are not in a file. */
  readonly results?: string
}

/**
 * The batch API of one vendor: how batches are submitted, checked and read. Their cost, and when it is held and
 * charged, is the same for all vendors (`submit-batch.ts`, `advance-batch.ts`).
 */
export interface BatchForm {
  readonly protocol: BatchProtocol
  /** Endpoints that the requests of a batch may use. Answers of other endpoints do not contain their cost. */
  readonly endpoints: ReadonlyMap<string, Codec>
  /** One set per version of the vendor's API. */
  readonly addresses: readonly BatchAddresses[]
  /** The path shown in the log. */
  readonly path: string
  /** Finds the client's key in the request. */
  readKey(request: FastifyRequest): string
  /**
   * Reads a submission. It is refused as a whole if one of its requests is not allowed.
   * @throws AppError that names the request
   */
  readOrder(submission: Submission, deps: ReadOrderDeps): Promise<BatchOrder>
  /** Returns the vendor request for an action on one batch. */
  callFor(action: 'show' | 'cancel' | 'delete', vendorId: string): BatchCall
  /** Returns where to read the answers at the vendor, if they are not in a file. */
  resultsOf?(vendorId: string): Pick<AccountQuestion, 'at' | 'path'>
  /** Returns the vendor's ID of the batch that a document describes; undefined = it does not describe a batch. */
  readId(document: JsonObject): string | undefined
  /** Whether the vendor has finished the batch. */
  hasEnded(news: JsonObject): boolean
  /**
   * Removes the answers, which are neither stored nor shown before the batch is charged. Absent = descriptions contain
   * no answers.
   */
  withoutAnswers?(news: JsonObject): JsonObject
  /** Reads the answers of a batch that has ended. Failed requests are left out, because they cost nothing. */
  readAnswers(batch: Batch, news: JsonObject, open: OpenContent): AsyncIterable<JsonObject>
  /** Returns the minimum number of answers according to the vendor; undefined = unknown. */
  countAnswers?(news: JsonObject): number | undefined
  /** Returns the cost of the vendor's own tools, such as searches, in dollars. */
  toolDollars?(answer: JsonObject, model: string): Ratio
  /** Returns IDs of files with answers, which the owner may read once the batch is charged. */
  readFiles?(news: JsonObject): readonly string[]
  /** Describes a batch that was given up. */
  giveUp(described: JsonObject): JsonObject
  /** Whether the owner may read the answers of an ended batch. If it was given up, nobody paid for them. */
  hasAnswers?(described: JsonObject): boolean
  /** Returns a batch as its owner sees it. @param origin where the client reaches this gateway */
  show?(described: JsonObject, origin: string): JsonObject
  /** Reads the requested page. @throws AppError `invalid_request` */
  readPage(query: Readonly<Record<string, string>>): BatchPage
  writePage(batches: readonly Batch[], hasMore: boolean, origin: string): JsonObject
  /** Returns the response to a cancellation; absent = the batch itself. */
  writeCancelled?(): JsonObject
  writeDeleted?(vendorId: string): JsonObject
}
