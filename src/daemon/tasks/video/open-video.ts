import type { Content } from '../content/open-content.ts'
import { openTaskContent } from '../content/task-content.ts'
import type { TaskRouteDeps } from '../run-submission.ts'
import type { Task } from '../task.ts'
import type { ContentVariant } from './vendor.ts'
import { findVideoVendor } from './vendors.ts'

/** Opens the content of a video. @throws AppError like `openTaskContent` */
export const openVideo = (
  task: Task,
  variant: ContentVariant,
  range: string | undefined,
  deps: TaskRouteDeps,
): Promise<Content> =>
  openTaskContent(
    task,
    {
      operation: 'video',
      range,
      placeOf: ({ channel }) => findVideoVendor(channel.type)?.contentOf(task, variant),
    },
    deps,
  )
