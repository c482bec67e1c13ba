import type { Knex } from 'knex'
import { keyOfHint } from '../channels/key-hint.ts'
import { AppError } from '../errors/app-error.ts'
import type { Asked } from '../relay/admit/asked.ts'
import type { Plan } from '../relay/route/plan.ts'
import { CHANNEL_ENABLED } from '../relay/route/snapshot.ts'
import type { TaskDoor, TaskWish } from './door.ts'
import type { Task } from './task.ts'
import { findOwnTask } from './tasks-store.ts'

/** The plan of a submission that continues another task, and that task. */
export interface OriginPlan {
  readonly plan: Plan
  readonly origin: Task
}

/**
 * Plans a submission that continues another task. Only the account that created that task knows it, so the submission
 * goes to the same channel with the same key.
 *
 * @throws AppError `task_not_found` when the user has no such task, `task_of_other_group` when the caller's group may not
 * use its channel, `task_channel_gone` when that is disabled or has lost the key, and any error from the door's check
 */
export async function planForOrigin(
  { admitted, snapshot }: Asked,
  door: Pick<TaskDoor, 'platform'>,
  origin: NonNullable<TaskWish['origin']>,
  knex: Knex,
): Promise<OriginPlan> {
  const { publicId } = origin
  const userId = admitted.caller.userId
  const task = await findOwnTask(knex, { userId, platform: door.platform, publicId })
  if (task === undefined) throw new AppError('task_not_found', { values: { id: publicId } })
  origin.check?.(task, snapshot.options)
  const channel = snapshot.channels.get(task.channelId)
  const { group, pinnedChannelId } = admitted
  // The group sets the price, so it must have access to the channel.
  if (channel && !channel.groups.includes(group) && pinnedChannelId !== channel.id)
    throw new AppError('task_of_other_group', { values: { id: publicId, group } })
  const key = channel && keyOfHint(channel, task.keyHint)
  if (channel === undefined || channel.status !== CHANNEL_ENABLED || key === undefined)
    throw new AppError('task_channel_gone', { values: { id: publicId } })
  const plan: Plan = {
    group,
    model: admitted.facts.model,
    candidates: [{ ...channel, keys: [key] }],
    skipped: [],
    failedLately: [],
    isPinned: true,
  }
  return { plan, origin: task }
}
