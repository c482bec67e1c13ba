import type { Channel } from '../channel-types/types.ts'
import type { Options } from '../options/registry.ts'
import type { Codec, JsonObject, JsonValue, OperationName } from '../protocols/types.ts'
import type { Task, TaskNews, TaskPlatform } from './task.ts'

/** One address where clients submit tasks: how it reads the submission and the vendor's answer. */
export interface TaskDoor {
  readonly platform: TaskPlatform
  /** The client's protocol at this address. Pure: it knows neither options nor stored tasks. */
  readonly codec: Codec
  /** @throws AppError when the submission lacks what every vendor needs */
  readWish(body: JsonObject): TaskWish
  /** The body that goes to the vendor, where it is not the client's. */
  editBody?(body: JsonObject, about: BodyEdit): JsonObject
  /**
   * What the vendor's answer means.
   *
   * @param document the answer, in the form of the door's own protocol where the vendor speaks another. Answers that another
   *   channel may do better than (no account, queue full) are failures of the codec (`readDisguisedFailure`) and do not
   *   come here
   */
  readSubmission(document: JsonValue, wish: TaskWish): Submission
  /** How long a vendor may be silent about a submission; the relay's own limits if absent. */
  readonly timeoutMs?: number
  /** Path where the vendor reports on a task, such as `/mj/notify`, if `editBody` passes it on. */
  readonly hookPath?: string
  /** Clients get task IDs of ours, beginning with this, because vendors' IDs differ. Absent = they get the vendor's. */
  readonly idPrefix?: string
  /** Writes the answer to the client. Absent = the client gets the vendor's. */
  writeReply?(accepted: Accepted, task: AcceptedTask): JsonObject
}

/** What the body for the vendor depends on. */
export interface BodyEdit {
  readonly options: Options
  /** Where the vendor may report on the task; undefined = the site's address is not known. */
  readonly hookUrl: string | undefined
  /** The task that is continued. Clients may know it by another ID than its vendor. */
  readonly origin: Task | undefined
}

/** An accepted task, before the client hears about it. */
export interface AcceptedTask {
  readonly publicId: string
  readonly model: string
  readonly atMs: number
  /** The request as it came. */
  readonly body: JsonObject
}

/** What a client wants done. */
export interface TaskWish {
  /** In capitals: `IMAGINE`, `MUSIC`. */
  readonly action: string
  readonly prompt: string
  /** The task that this one continues. It must belong to the same user, and decides channel and key. */
  readonly origin?: {
    readonly publicId: string
    /** @throws AppError when it cannot be continued in its present state */
    check?(task: Task, options: Options): void
  }
  /** First members of the stored `result`. */
  readonly result?: JsonObject
}

/** What became of a submission. */
export type Submission = Accepted | Refused

export interface Accepted {
  readonly kind: 'accepted'
  readonly vendorId: string
  /** The vendor's number for it, stored as `code`; 1 where vendors have none. */
  readonly code: number
  /** Its first status and progress. */
  readonly news: TaskNews
  readonly reply: JsonObject
}

/** The vendor said no: nothing is charged, and the reason is stored. */
export interface Refused {
  readonly kind: 'refused'
  readonly code: number
  readonly reason: string
  /** HTTP status for the client. */
  readonly status: number
  readonly reply: JsonObject
}

/** A question to a vendor. */
export interface VendorQuestion {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Path on the channel's base URL. */
  readonly path: string
  /** The vendor's name of the model, for types whose address depends on it. */
  readonly model?: string
  /** Arguments of the address, beside those that the channel's type adds. */
  readonly query?: Readonly<Record<string, string>>
  /** Added to the headers that sign. Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: JsonObject
  readonly timeoutMs?: number
}

/** @throws AppError when the vendor does not answer with JSON and a status below 400 */
export type AskVendor = (question: VendorQuestion) => Promise<JsonValue>

/** How a vendor's tasks are polled. */
export interface TaskVendor {
  readonly platform: TaskPlatform
  readonly operation: OperationName
  /** Channel types that are asked this way. */
  readonly channelTypes: readonly number[]
  /** While this is off, nobody polls. */
  isOn(options: Options): boolean
  /** A task that takes longer has failed. */
  readonly ageMsMax: number
  /** How many tasks may be asked for at once. */
  readonly batchMax: number
  /**
   * Asks for the status of tasks of one channel and key.
   * @returns news by vendor id; tasks that the vendor does not know are left out
   */
  poll(tasks: readonly Task[], ask: AskVendor, channel: Channel): Promise<ReadonlyMap<string, TaskNews>>
}
