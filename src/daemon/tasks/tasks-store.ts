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

/** A new submission, before a vendor is called. */
export interface NewTask {
  readonly requestId: string
  readonly platform: TaskPlatform
  readonly action: string
  readonly model: string
  readonly userId: number
  readonly tokenId: number | null
  /** The channel that is tried first. */
  readonly channelId: number
  readonly prompt: string
  readonly result: JsonObject
  /** Hash of the secret that a callback for the task must contain; null = it supports no callbacks. */
  readonly hookHash: string | null
  readonly submitMs: number
}

/** Maximum length of a stored prompt. Prompts are stored for display, not as an archive. */
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

/** The IDs of a task that a vendor has accepted, and the channel and key used for it. */
export interface Claim {
  readonly publicId: string
  readonly vendorId: string
  readonly channelId: number
  readonly keyHint: string
}

/**
 * Stores the vendor's ID of the task. Clients cannot see the task yet, because it has not been charged.
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
 * Stores the vendor's ID of the task if the vendor continues the earlier task under its ID, as after a dialog. The
 * dialog is then closed. This requires that the dialog was free; otherwise the same work would be charged twice.
 *
 * @returns false when the ID has already been taken over
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

/** Finds the task that already has this vendor ID. */
export async function findClaimed(
  db: Knex,
  { channelId, vendorId }: Pick<Claim, 'channelId' | 'vendorId'>,
): Promise<Task | undefined> {
  const row: TaskRow | undefined = await db('tasks')
    .where({ channel_id: channelId, vendor_id: vendorId })
    .first()
  return row && toTask(row)
}

/** The state of a task when its submission has been charged. */
export interface Acceptance {
  readonly code: number
  readonly news: TaskNews
  readonly atMs: number
}

/** Accepts a task whose charge is durable, so that it is polled. @returns false when it was closed in the meantime */
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

/** Closes a failed submission that was not charged. */
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

/** Deletes a submission for which the vendor returned a task that we already have. */
export async function forgetTask(db: Knex, requestId: string): Promise<void> {
  await db('tasks').where({ request_id: requestId, status: '', is_open: 1 }).delete()
}

const REASON_CHARS_MAX = 2_000

/** Returns the columns that the news change. */
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

/** Whether these news are older than the stored state, because callbacks and polls arrive in any order. */
export function isOlder(row: TaskRow, { status, progress }: TaskNews): boolean {
  const [before, now] = [COURSE.indexOf(row.status as TaskStatus), COURSE.indexOf(status)]
  if (before === -1 || now === -1) return false
  return now < before || (now === before && progress !== undefined && progress < Number(row.progress))
}

/** Whether the news change anything, because vendors repeat themselves for minutes. */
export function isNews(row: TaskRow, news: TaskNews, atMs: number): boolean {
  if (isOlder(row, news)) return false
  const { changed_ms: _at, ...columns } = newsColumns(row, news, atMs)
  return Object.entries(columns).some(([name, value]) => String(row[name as keyof TaskRow]) !== String(value))
}

/** A vendor's clock may be this far ahead of ours. */
const CLOCKS_APART_MS = 300_000

/**
 * Returns the time stated by a vendor; 0 if it is in the future. Some vendors send milliseconds instead of seconds, or
 * their local time.
 */
const timeOf = (ms: number | undefined, nowMs: number): number =>
  ms !== undefined && ms > 0 && ms < nowMs + CLOCKS_APART_MS ? Math.floor(ms) : 0

/** Finds a task of this user by its public ID. */
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

/** Finds this user's tasks with these IDs, newest first. @param publicIds only the first 1000 are looked up */
export async function findOwnTasks(
  db: Knex,
  {
    userId,
    platform,
    publicIds,
  }: { readonly userId: number; readonly platform: TaskPlatform; readonly publicIds: readonly string[] },
): Promise<readonly Task[]> {
  // No public ID contains NUL, and PostgreSQL would reject the query.
  const names = publicIds.slice(0, 1000).filter((name) => !name.includes('\0'))
  const rows: TaskRow[] = await db('tasks')
    .where({ user_id: userId, platform })
    .whereIn('public_id', names)
    .whereNot('status', '')
    .where({ deleted_ms: 0 })
    .orderBy('id', 'desc')
  // If two tasks have the same ID, the newer one has taken it over.
  const newest = rows.filter(
    (row, index) => rows.findIndex((each) => each.public_id === row.public_id) === index,
  )
  return newest.map(toTask)
}

/** Selects a page of a user's tasks. */
export interface OwnTaskPage {
  readonly userId: number
  readonly platform: TaskPlatform
  /** The page starts after this task; undefined = at the first one. */
  readonly after: Pick<Task, 'id'> | undefined
  readonly order: 'asc' | 'desc'
  readonly limit: number
}

/** Lists a user's tasks, oldest or newest first. */
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

/** Finds a task of any user, unless it was deleted. */
export async function findTask(db: Knex, id: number): Promise<Task | undefined> {
  const row: TaskRow | undefined = await db('tasks').where({ id, deleted_ms: 0 }).first()
  return row && toTask(row)
}

/** Hides a finished task from its user's clients. @returns false if it is still running or already deleted */
export async function deleteOwnTask(db: Knex, { id }: Pick<Task, 'id'>, atMs: number): Promise<boolean> {
  const changed = await db('tasks')
    .where({ id, is_open: 0, deleted_ms: 0 })
    .update({ deleted_ms: atMs, changed_ms: atMs })
  return changed === 1
}
