import { tasks } from '../errors/phrases/tasks.ts'
import { storedReason } from '../errors/stored-reason.ts'
import type { Language } from '../language.ts'
import type { Options } from '../options/registry.ts'
import type { Snapshot } from '../relay/route/snapshot.ts'
import type { Task } from './task.ts'
import { secretsOf, withoutSecrets } from './without-secrets.ts'

/** Returns why a task failed: our own reasons in the reader's language, a vendor's reason unchanged. */
export const failReasonIn = (language: Language, stored: string): string =>
  storedReason(stored)?.[language] ?? stored

/** The options and channels that determine what readers may see of a task. */
export interface TaskSite {
  readonly options: Pick<Options, 'global.hide_upstream_error_enabled'>
  readonly channels: Snapshot['channels']
}

/**
 * Returns a task as administrators may see it. Tasks stored by earlier versions may contain secrets that their vendors
 * quoted.
 */
export const forAdministrators = (task: Task, { channels }: Pick<TaskSite, 'channels'>): Task =>
  withoutSecrets(task, secretsOf(channels.get(task.channelId)))

/**
 * Returns a task as clients and users may see it. If the site hides upstream errors, the vendor's message about a
 * failure is removed; administrators can still read it in the task logs.
 */
export function forUsers(stored: Task, { options, channels }: TaskSite): Task {
  const task = forAdministrators(stored, { channels })
  const { status, failReason, result } = task
  if (status !== 'FAILURE' || !options['global.hide_upstream_error_enabled']) return task
  if (storedReason(failReason)) return task
  const { data: _data, error: _error, ...rest } = result
  return { ...task, failReason: tasks.reasonHidden.en, result: rest }
}
