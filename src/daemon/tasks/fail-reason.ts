import { tasks } from '../errors/phrases/tasks.ts'
import { storedReason } from '../errors/stored-reason.ts'
import type { Language } from '../language.ts'
import type { Options } from '../options/registry.ts'
import type { Snapshot } from '../relay/route/snapshot.ts'
import type { Task } from './task.ts'
import { secretsOf, withoutSecrets } from './without-secrets.ts'

/** Says why a task failed: our own reasons in the reader's language, a vendor's in its own words. */
export const failReasonIn = (language: Language, stored: string): string =>
  storedReason(stored)?.[language] ?? stored

/** The options and channels that decide what readers may see of a task. */
export interface TaskSite {
  readonly options: Pick<Options, 'global.hide_upstream_error_enabled'>
  readonly channels: Snapshot['channels']
}

/** A task as administrators may see it. Tasks of earlier versions are stored with what their vendors quoted. */
export const forAdministrators = (task: Task, { channels }: Pick<TaskSite, 'channels'>): Task =>
  withoutSecrets(task, secretsOf(channels.get(task.channelId)))

/**
 * A task as clients and users may see it: while the site hides errors of its vendors, without the vendor's words for the
 * failure. Administrators still read them in the logs of tasks.
 */
export function forUsers(stored: Task, { options, channels }: TaskSite): Task {
  const task = forAdministrators(stored, { channels })
  const { status, failReason, result } = task
  if (status !== 'FAILURE' || !options['global.hide_upstream_error_enabled']) return task
  if (storedReason(failReason)) return task
  const { data: _data, error: _error, ...rest } = result
  return { ...task, failReason: tasks.reasonHidden.en, result: rest }
}
