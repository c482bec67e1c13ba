import type { Knex } from 'knex'
import { isUniqueViolation } from '../db/violations.ts'
import { readNetCharge } from '../ledger/refund-task.ts'
import { storableText } from '../ledger/storable-text.ts'
import type { JsonObject } from '../protocols/types.ts'
import {
  isFinal,
  type Task,
  type TaskNews,
  type TaskPlatform,
  type TaskRow,
  type TaskStatus,
  toTask,
} from './task.ts'

/** A new submission, before the vendor is called. */
export interface NewTask {
  readonly requestId: string
  readonly platform: TaskPlatform
  readonly action: string
  readonly model: string
  readonly userId: number
  readonly tokenId: number | null
  /** The channel that is asked first. */
  readonly channelId: number
  readonly prompt: string
  readonly result: JsonObject
  /** Hash of the secret that a notice about the task must carry; null = it takes no notices. */
  readonly hookHash: string | null
  readonly submitMs: number
}

/** Prompts are kept to read them again, not to archive them. */
const PROMPT_CHARS_MAX = 20_000

export async function insertTask(db: Knex, task: NewTask): Promise<void> {
  await db('tasks').insert({
    request_id: task.requestId,
    platform: task.platform,
    action: task.action,
    model: task.model,
    user_id: task.userId,
    token_id: task.tokenId,
    channel_id: task.channelId,
    prompt: storableText(task.prompt.slice(0, PROMPT_CHARS_MAX)),
    result: JSON.stringify(task.result),
    hook_hash: task.hookHash,
    submit_ms: task.submitMs,
    changed_ms: task.submitMs,
  })
}

/** The IDs of a task that a vendor has accepted, and its channel and key. */
export interface Claim {
  readonly publicId: string
  readonly vendorId: string
  readonly channelId: number
  readonly keyHint: string
}

/**
 * Stores the vendor's ID of the task. Clients do not see the task yet: it has to be charged first.
 *
 * @returns false when we already have a task with this ID, which is not charged a second time
 */
export async function claimTask(db: Knex, requestId: string, claim: Claim): Promise<boolean> {
  try {
    const changed = await db('tasks').where({ request_id: requestId, status: '', is_open: 1 }).update({
      public_id: claim.publicId,
      vendor_id: claim.vendorId,
      channel_id: claim.channelId,
      key_hint: claim.keyHint,
    })
    return changed === 1
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

/**
 * The same where the vendor continues the earlier task under its ID, as after a dialog. The dialog is then done. It was
 * free; otherwise the same work would be charged twice.
 *
 * @returns false when the ID was taken over before
 */
export async function takeOverTask(
  db: Knex,
  {
    requestId,
    originId,
    atMs,
  }: { readonly requestId: string; readonly originId: number; readonly atMs: number },
  claim: Claim,
): Promise<boolean> {
  return db.transaction(async (trx) => {
    const left = await trx('tasks')
      .where({ id: originId, is_open: 1, quota: 0, vendor_id: claim.vendorId, channel_id: claim.channelId })
      .whereNot('status', '')
      .update({
        vendor_id: null,
        status: 'SUCCESS',
        is_open: 0,
        progress: 100,
        finish_ms: atMs,
        changed_ms: atMs,
      })
    return left === 1 && (await claimTask(trx, requestId, claim))
  })
}

/** The task that already has this vendor ID. */
export async function findClaimed(
  db: Knex,
  { channelId, vendorId }: Pick<Claim, 'channelId' | 'vendorId'>,
): Promise<Task | undefined> {
  const row: TaskRow | undefined = await db('tasks')
    .where({ channel_id: channelId, vendor_id: vendorId })
    .first()
  return row && toTask(row)
}

/** What is known of a task when its submission was charged. */
export interface Acceptance {
  readonly code: number
  readonly news: TaskNews
  readonly atMs: number
}

/** The charge is durable: from now on the task is polled. @returns false when it was closed meanwhile */
export async function acceptTask(
  db: Knex,
  requestId: string,
  { code, news, atMs }: Acceptance,
): Promise<boolean> {
  const row: TaskRow | undefined = await db('tasks').where({ request_id: requestId }).first()
  if (row === undefined) return false
  const quota = String(await readNetCharge(db, requestId, Number(row.user_id)))
  const changed = await db('tasks')
    .where({ request_id: requestId, status: '', is_open: 1 })
    .update({ code, quota, ...newsColumns(row, news, atMs) })
  return changed === 1
}

/** Closes a submission that failed and was not charged. */
export async function dropTask(
  db: Knex,
  requestId: string,
  { code, reason, atMs }: { readonly code: number; readonly reason: string; readonly atMs: number },
): Promise<void> {
  await db('tasks')
    .where({ request_id: requestId, status: '', is_open: 1 })
    .update({
      code,
      status: 'FAILURE',
      is_open: 0,
      progress: 100,
      fail_reason: storableText(reason.slice(0, REASON_CHARS_MAX)),
      finish_ms: atMs,
      changed_ms: atMs,
    })
}

/** Forgets a submission that named a task we have already. */
export async function forgetTask(db: Knex, requestId: string): Promise<void> {
  await db('tasks').where({ request_id: requestId, status: '', is_open: 1 }).delete()
}

const REASON_CHARS_MAX = 2_000

/** The columns that news change. */
export function newsColumns(row: TaskRow, news: TaskNews, atMs: number) {
  const isDone = isFinal(news.status)
  const progress = isDone ? 100 : (news.progress ?? Number(row.progress))
  return {
    status: news.status,
    is_open: isDone ? 0 : 1,
    progress: Number.isNaN(progress)
      ? Number(row.progress)
      : Math.max(0, Math.min(100, Math.round(progress))),
    fail_reason: storableText((news.failReason ?? row.fail_reason).slice(0, REASON_CHARS_MAX)),
    start_ms: timeOf(news.startMs, atMs) || Number(row.start_ms),
    finish_ms: isDone ? timeOf(news.finishMs, atMs) || atMs : 0,
    ...(news.result === undefined
      ? {}
      : { result: JSON.stringify({ ...toTask(row).result, ...news.result }) }),
    changed_ms: atMs,
  }
}

/** Statuses that follow one another. The others may come at any time. */
const COURSE: readonly TaskStatus[] = ['NOT_START', 'SUBMITTED', 'QUEUED', 'IN_PROGRESS']

/** Whether these news are older than what is stored: notices and polls arrive in any order. */
export function isOlder(row: TaskRow, { status, progress }: TaskNews): boolean {
  const [before, now] = [COURSE.indexOf(row.status as TaskStatus), COURSE.indexOf(status)]
  if (before === -1 || now === -1) return false
  return now < before || (now === before && progress !== undefined && progress < Number(row.progress))
}

/** Whether the news change anything: vendors repeat themselves for minutes. */
export function isNews(row: TaskRow, news: TaskNews, atMs: number): boolean {
  if (isOlder(row, news)) return false
  const { changed_ms: _at, ...columns } = newsColumns(row, news, atMs)
  return Object.entries(columns).some(([name, value]) => String(row[name as keyof TaskRow]) !== String(value))
}

/** A vendor's clock may be ahead of ours by this much. */
const CLOCKS_APART_MS = 300_000

/** The time that a vendor states; 0 if it is in the future. Some vendors send milliseconds for seconds, or their local time. */
const timeOf = (ms: number | undefined, nowMs: number): number =>
  ms !== undefined && ms > 0 && ms < nowMs + CLOCKS_APART_MS ? Math.floor(ms) : 0

/** A task of this user, by its public ID. */
export async function findOwnTask(
  db: Knex,
  {
    userId,
    platform,
    publicId,
  }: { readonly userId: number; readonly platform: TaskPlatform; readonly publicId: string },
): Promise<Task | undefined> {
  return (await findOwnTasks(db, { userId, platform, publicIds: [publicId] }))[0]
}

/** Those of this user's tasks that exist, newest first. @param publicIds at most 1000 are looked at */
export async function findOwnTasks(
  db: Knex,
  {
    userId,
    platform,
    publicIds,
  }: { readonly userId: number; readonly platform: TaskPlatform; readonly publicIds: readonly string[] },
): Promise<readonly Task[]> {
  // No task has a name with a NUL, and PostgreSQL would not even look for one.
  const names = publicIds.slice(0, 1000).filter((name) => !name.includes('\0'))
  const rows: TaskRow[] = await db('tasks')
    .where({ user_id: userId, platform })
    .whereIn('public_id', names)
    .whereNot('status', '')
    .where({ deleted_ms: 0 })
    .orderBy('id', 'desc')
  // If two have the same ID, the newer one has taken it over.
  const newest = rows.filter(
    (row, index) => rows.findIndex((each) => each.public_id === row.public_id) === index,
  )
  return newest.map(toTask)
}

/** Which part of a user's tasks is listed. */
export interface OwnTaskPage {
  readonly userId: number
  readonly platform: TaskPlatform
  /** Those that come after this task; undefined = from the first. */
  readonly after: Pick<Task, 'id'> | undefined
  readonly order: 'asc' | 'desc'
  readonly limit: number
}

/** A user's tasks, oldest or newest first. */
export async function listOwnTasks(
  db: Knex,
  { userId, platform, after, order, limit }: OwnTaskPage,
): Promise<readonly Task[]> {
  const rows: TaskRow[] = await db('tasks')
    .where({ user_id: userId, platform, deleted_ms: 0 })
    .whereNot('status', '')
    .whereNotNull('public_id')
    .modify((query) => {
      if (after !== undefined) void query.where('id', order === 'asc' ? '>' : '<', after.id)
    })
    .orderBy('id', order)
    .limit(limit)
  return rows.map(toTask)
}

/** A task of any user, unless it was deleted. */
export async function findTask(db: Knex, id: number): Promise<Task | undefined> {
  const row: TaskRow | undefined = await db('tasks').where({ id, deleted_ms: 0 }).first()
  return row && toTask(row)
}

/** Hides a task from its user's clients. @returns false while it is running, and when it is deleted already */
export async function deleteOwnTask(db: Knex, { id }: Pick<Task, 'id'>, atMs: number): Promise<boolean> {
  const changed = await db('tasks')
    .where({ id, is_open: 0, deleted_ms: 0 })
    .update({ deleted_ms: atMs, changed_ms: atMs })
  return changed === 1
}
