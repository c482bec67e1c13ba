import { type Amount, amount } from '../money/amount.ts'
import { asObject } from '../protocols/json-access.ts'
import { parseJson } from '../protocols/parse-json.ts'
import type { JsonObject } from '../protocols/types.ts'

/** The protocol with which a task was submitted. It determines which list shows the task. */
export const taskPlatforms = ['midjourney', 'suno', 'video'] as const
export type TaskPlatform = (typeof taskPlatforms)[number]

/**
 * Status of a task. '' = it is being submitted. `MODAL` = it is waiting for the client's next step (Midjourney).
 * `SUCCESS` and `FAILURE` are final.
 */
export const taskStatuses = [
  '',
  'NOT_START',
  'SUBMITTED',
  'QUEUED',
  'IN_PROGRESS',
  'MODAL',
  'UNKNOWN',
  'SUCCESS',
  'FAILURE',
] as const
export type TaskStatus = (typeof taskStatuses)[number]

/** A task on which a vendor keeps working after its response. */
export interface Task {
  readonly id: number
  /** The ID used in holds, entries and log rows. */
  readonly requestId: string
  readonly platform: TaskPlatform
  /** The action in capitals: `IMAGINE`, `MUSIC`. */
  readonly action: string
  /** The model as requested and priced. */
  readonly model: string
  /** The client's ID of the task; undefined until the vendor has accepted it. */
  readonly publicId: string | undefined
  readonly vendorId: string | undefined
  readonly userId: number
  /** null = submitted from the playground. */
  readonly tokenId: number | null
  readonly channelId: number
  /** The channel's key with which the task was submitted, see `keyHint`. */
  readonly keyHint: string
  /** The vendor's numeric response to the submission (Midjourney): 0 not submitted, 1, 21, 22. */
  readonly code: number
  readonly status: TaskStatus
  readonly isOpen: boolean
  /** Percent. */
  readonly progress: number
  readonly failReason: string
  readonly prompt: string
  /** Data from the vendor. Each platform has different members. */
  readonly result: JsonObject
  /** The charge for the task. */
  readonly quota: Amount
  readonly submitMs: number
  /** 0 = not yet. */
  readonly startMs: number
  readonly finishMs: number
}

/** Changes to a task, as reported by its vendor. Absent members have not changed. */
export interface TaskNews {
  readonly status: TaskStatus
  readonly progress?: number
  readonly failReason?: string
  readonly startMs?: number
  readonly finishMs?: number
  /** Members to merge into the stored result, replacing those of the same name. */
  readonly result?: JsonObject
}

/** Whether the vendor has finished the task. */
export const isFinal = (status: TaskStatus): boolean => status === 'SUCCESS' || status === 'FAILURE'

/** Parses a vendor's status; unknown ones become `UNKNOWN`. */
export const readStatus = (text: string): TaskStatus => {
  const name = text.toUpperCase()
  return taskStatuses.find((each) => each !== '' && each === name) ?? 'UNKNOWN'
}

/** A row of `tasks`. */
export interface TaskRow {
  readonly id: number
  readonly request_id: string
  readonly platform: string
  readonly action: string
  readonly model: string
  readonly public_id: string | null
  readonly vendor_id: string | null
  readonly user_id: number
  readonly token_id: number | null
  readonly channel_id: number
  readonly key_hint: string
  readonly code: number
  readonly status: string
  readonly is_open: number
  readonly progress: number
  readonly fail_reason: string
  readonly prompt: string
  readonly result: string
  readonly hook_hash: string | null
  readonly quota: number
  readonly submit_ms: number
  readonly start_ms: number
  readonly finish_ms: number
  readonly changed_ms: number
  /** 0 = not deleted. */
  readonly deleted_ms: number
}

export const toTask = (row: TaskRow): Task => ({
  id: Number(row.id),
  requestId: row.request_id,
  platform: row.platform as TaskPlatform,
  action: row.action,
  model: row.model,
  publicId: row.public_id ?? undefined,
  vendorId: row.vendor_id ?? undefined,
  userId: Number(row.user_id),
  tokenId: row.token_id === null ? null : Number(row.token_id),
  channelId: Number(row.channel_id),
  keyHint: row.key_hint,
  code: Number(row.code),
  status: row.status as TaskStatus,
  isOpen: Number(row.is_open) === 1,
  progress: Number(row.progress),
  failReason: row.fail_reason,
  prompt: row.prompt,
  result: asObject(parseJson(row.result)) ?? {},
  quota: amount(row.quota),
  submitMs: Number(row.submit_ms),
  startMs: Number(row.start_ms),
  finishMs: Number(row.finish_ms),
})
