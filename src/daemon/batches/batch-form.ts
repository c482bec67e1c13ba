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

/** A batch that somebody wants to have run. */
export interface Submission {
  readonly entered: Entered
  readonly requestId: string
  readonly address: string
  readonly body: Buffer
  /** What the address says, such as Google's model. */
  readonly params: Readonly<Record<string, string>>
  /** The client's, as far as the vendor's type hands them on. */
  readonly headers: Readonly<Record<string, string>>
}

/** A submission that was read and may be made: what it costs at most, and what its vendor is asked. */
export interface BatchOrder {
  readonly channel: Channel
  readonly place: StatePlace
  readonly model: string
  readonly endpoint: string
  readonly requests: number
  /** By estimate. */
  readonly promptTokens: number
  /** The most that the answers can have. */
  readonly outputTokens: number
  readonly call: BatchCall
}

export interface ReadOrderDeps extends AskAccountDeps {
  readonly files: VendorFiles
  readonly health: Health
  readonly log: Logger
}

/** The part of a list that a client asks for, newest first. */
export interface BatchPage {
  readonly limit: number
  /** Ids of the batches that it lies between; undefined = from the newest one. */
  readonly after: string | undefined
  readonly before: string | undefined
}

/** Opens what the account of a batch has of it. @throws AppError and TransportError when that cannot be read */
export type OpenContent = (
  question: Pick<AccountQuestion, 'at' | 'path'> & Partial<Pick<AccountQuestion, 'query'>>,
) => Promise<Exchange>

/** The addresses at which clients of a form call, in Fastify's notation; of one batch with the parameter `id`. */
export interface BatchAddresses {
  readonly create: string
  readonly list?: string
  readonly show?: string
  readonly cancel: string
  /** Absent = what has ended cannot be deleted. */
  readonly remove?: string
  /** Where answers are read, if they are no file. */
  readonly results?: string
}

/**
 * One vendor's batches: how they are submitted, asked about and read. What they cost, when it is held and when it is charged
 * is the same for all (`submit-batch.ts`, `advance-batch.ts`).
 */
export interface BatchForm {
  readonly protocol: BatchProtocol
  /** What a batch may call. Of anything else, the answers do not say what it costs. */
  readonly endpoints: ReadonlyMap<string, Codec>
  /** One set per version of the vendor's API. */
  readonly addresses: readonly BatchAddresses[]
  /** How the log names it. */
  readonly path: string
  /** Finds the key of a client. */
  readKey(request: FastifyRequest): string
  /**
   * Reads a submission, and refuses it as a whole where one of its requests may not be made.
   * @throws AppError that names the request
   */
  readOrder(submission: Submission, deps: ReadOrderDeps): Promise<BatchOrder>
  /** The calls about one batch. */
  callFor(action: 'show' | 'cancel' | 'delete', vendorId: string): BatchCall
  /** Where the vendor has the answers, if they are not a file. */
  resultsOf?(vendorId: string): Pick<AccountQuestion, 'at' | 'path'>
  /** The vendor's name for the batch that a document describes; undefined = it describes none. */
  readId(document: JsonObject): string | undefined
  /** Whether the vendor is done with it. */
  hasEnded(news: JsonObject): boolean
  /** As much of what a vendor says as is stored, and shown of a batch that has not been charged. Absent = all of it. */
  withoutAnswers?(news: JsonObject): JsonObject
  /** The answers of a batch that has ended. Requests that failed are left out: they cost nothing. */
  readAnswers(batch: Batch, news: JsonObject, open: OpenContent): AsyncIterable<JsonObject>
  /** How many answers the vendor says there are at least; undefined = it does not say. */
  countAnswers?(news: JsonObject): number | undefined
  /** Dollars for what the vendor did besides writing an answer. */
  toolDollars?(answer: JsonObject, model: string): Ratio
  /** Ids of files with its answers, which their owner may read once the batch is charged. */
  readFiles?(news: JsonObject): readonly string[]
  /** What is shown of a batch that was given up. */
  giveUp(described: JsonObject): JsonObject
  /** Whether the owner of a batch that has ended may read its answers at the vendor: not of one that was given up. */
  hasAnswers?(described: JsonObject): boolean
  /** What is shown of a batch. @param origin where the client reaches this gateway */
  show?(described: JsonObject, origin: string): JsonObject
  /** @throws AppError `invalid_request` */
  readPage(query: Readonly<Record<string, string>>): BatchPage
  writePage(batches: readonly Batch[], hasMore: boolean, origin: string): JsonObject
  /** What a client is told of a batch that it has cancelled; absent = what is shown of the batch. */
  writeCancelled?(): JsonObject
  writeDeleted?(vendorId: string): JsonObject
}
