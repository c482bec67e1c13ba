import { keyOfHint } from '../../channels/key-hint.ts'
import { AppError } from '../../errors/app-error.ts'
import type { OperationName } from '../../protocols/types.ts'
import type { Asked } from '../ask-vendor.ts'
import type { TaskRouteDeps } from '../run-submission.ts'
import type { Task } from '../task.ts'
import type { OpenAddressDeps } from './open-address.ts'
import { type Content, type ContentPlace, openContent } from './open-content.ts'

/** Returns the dependencies for requests to a vendor. */
export const askingDeps = (deps: TaskRouteDeps): OpenAddressDeps => ({
  ...deps,
  options: { current: () => deps.snapshot().options },
})

/** Finds the account that was used for a task. Its channel may be disabled, but must still exist. */
export function accountOf(
  task: Task,
  operation: OperationName,
  { snapshot }: Pick<TaskRouteDeps, 'snapshot'>,
): Asked | undefined {
  const channel = snapshot().channels.get(task.channelId)
  const key = channel && keyOfHint(channel, task.keyHint)
  return channel && key !== undefined ? { channel, key, operation } : undefined
}

/** The requested content of a task. */
export interface ContentWish {
  readonly operation: OperationName
  /** Returns the place of the content; undefined = there is none. */
  placeOf(asked: Asked): ContentPlace | undefined
  /** The client's `Range` header; undefined = all of it. */
  readonly range: string | undefined
}

/**
 * Opens content produced by a finished task.
 *
 * @throws AppError `task_not_finished`, `task_content_missing`, `task_channel_gone`, and for anything that prevents
 * reaching the vendor
 */
export async function openTaskContent(
  task: Task,
  { operation, placeOf, range }: ContentWish,
  deps: TaskRouteDeps,
): Promise<Content> {
  const id = task.publicId ?? ''
  if (task.isOpen) throw new AppError('task_not_finished', { values: { id } })
  const missing = () => new AppError('task_content_missing', { values: { id } })
  if (task.status !== 'SUCCESS') throw missing()
  const asked = accountOf(task, operation, deps)
  if (asked === undefined) throw new AppError('task_channel_gone', { values: { id } })
  const place = placeOf(asked)
  const content = place && (await openContent(place, range, asked, askingDeps(deps)))
  if (content === undefined) throw missing()
  return content
}
