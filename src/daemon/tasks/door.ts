import type { Channel } from '../channel-types/types.ts'
import type { Options } from '../options/registry.ts'
import type { Codec, JsonObject, JsonValue, OperationName } from '../protocols/types.ts'
import type { Task, TaskNews, TaskPlatform } from './task.ts'

/** An endpoint where clients submit tasks: how it reads the submission and the vendor's response. */
export interface TaskDoor {
  readonly platform: TaskPlatform
  /** The client's protocol at this endpoint. Pure: it has no access to options or stored tasks. */
  readonly codec: Codec
  /** Reads the submission. @throws AppError when it lacks something that every vendor needs */
  readWish(body: JsonObject): TaskWish
  /** Returns the body for the vendor, if it differs from the client's. */
  editBody?(body: JsonObject, about: BodyEdit): JsonObject
  /**
   * Interprets the vendor's response.
   *
   * @param document the response, translated to the door's own protocol if the vendor speaks another one. Responses for
   * which another channel may do better (no account, queue full) are failures of the codec (`readDisguisedFailure`) and
   * are not passed to this function
   */
  readSubmission(document: JsonValue, wish: TaskWish): Submission
  /** How long to wait for the vendor's response to a submission; the relay's own limits if absent. */
  readonly timeoutMs?: number
  /** Path where the vendor can report on a task, such as `/mj/notify`, if `editBody` passes it on. */
  readonly hookPath?: string
  /**
   * Prefix of our own task IDs, which clients get because vendors' IDs differ. Absent = clients get the vendor's ID.
   */
  readonly idPrefix?: string
  /** Writes the response to the client. Absent = the client gets the vendor's response. */
  writeReply?(accepted: Accepted, task: AcceptedTask): JsonObject
}

/** Inputs for editing the body for the vendor. */
export interface BodyEdit {
  readonly options: Options
  /** URL where the vendor can report on the task; undefined = the site's address is not known. */
  readonly hookUrl: string | undefined
  /** The task that is continued. Its ID may differ between the client and the vendor. */
  readonly origin: Task | undefined
}

/** An accepted task, before the client is told. */
export interface AcceptedTask {
  readonly publicId: string
  readonly model: string
  readonly atMs: number
  /** The original request body. */
  readonly body: JsonObject
}

/** The task that a client requests. */
export interface TaskWish {
  /** The action in capitals: `IMAGINE`, `MUSIC`. */
  readonly action: string
  readonly prompt: string
  /** The task that this one continues. It must belong to the same user, and determines channel and key. */
  readonly origin?: {
    readonly publicId: string
    /** Checks the current state of the task. @throws AppError when it cannot be continued */
    check?(task: Task, options: Options): void
  }
  /** Initial members of the stored `result`. */
  readonly result?: JsonObject
}

/** The outcome of a submission. */
export type Submission = Accepted | Refused

export interface Accepted {
  readonly kind: 'accepted'
  readonly vendorId: string
  /** The vendor's numeric code for the outcome, stored as `code`; 1 for vendors without such codes. */
  readonly code: number
  /** The initial status and progress. */
  readonly news: TaskNews
  readonly reply: JsonObject
}

/** The vendor refused the submission: nothing is charged, and the reason is stored. */
export interface Refused {
  readonly kind: 'refused'
  readonly code: number
  readonly reason: string
  /** HTTP status of the response to the client. */
  readonly status: number
  readonly reply: JsonObject
}

/** A request to a vendor. */
export interface VendorQuestion {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Path relative to the channel's base URL. */
  readonly path: string
  /** The vendor's name for the model, for types whose URL depends on it. */
  readonly model?: string
  /** Query parameters in addition to those that the channel's type adds. */
  readonly query?: Readonly<Record<string, string>>
  /** Headers in addition to those that sign the request. Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: JsonObject
  readonly timeoutMs?: number
}

/** Sends a request to a vendor. @throws AppError unless the response is JSON with a status below 400 */
export type AskVendor = (question: VendorQuestion) => Promise<JsonValue>

/** Defines how the tasks of a vendor are polled. */
export interface TaskVendor {
  readonly platform: TaskPlatform
  readonly operation: OperationName
  /** Channel types that are polled this way. */
  readonly channelTypes: readonly number[]
  /** Whether polling is enabled. */
  isOn(options: Options): boolean
  /** A task that takes longer than this counts as failed. */
  readonly ageMsMax: number
  /** Maximum number of tasks in one poll request. */
  readonly batchMax: number
  /**
   * Fetches the status of tasks that belong to one channel and key.
   * @returns news by vendor ID; tasks that the vendor does not know are left out
   */
  poll(tasks: readonly Task[], ask: AskVendor, channel: Channel): Promise<ReadonlyMap<string, TaskNews>>
}
