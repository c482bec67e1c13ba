import type { ContentPlace } from '../content/open-content.ts'
import type { TaskVendor, VendorQuestion } from '../door.ts'
import type { Task, TaskNews } from '../task.ts'

/** The kind of content to download from a finished video. */
export type ContentVariant = 'video' | 'thumbnail' | 'spritesheet'

/** A vendor of videos. */
export interface VideoVendor extends TaskVendor {
  /** Returns the place of the content; undefined if the vendor does not produce it. */
  contentOf(task: Task, variant: ContentVariant): ContentPlace | undefined
  /** Returns the request that deletes a video; absent = the vendor cannot delete videos. */
  deletionOf?(task: Task): VendorQuestion
}

/** Videos take minutes, or longer when the queue is long. */
export const VIDEO_AGE_MS_MAX = 3 * 3_600_000

/** Number of videos polled in parallel. */
export const VIDEOS_AT_ONCE = 8

/** Polls tasks one by one, for vendors without a list. A task without a response does not stop the others. */
export async function askForEach(
  tasks: readonly Task[],
  ask: (vendorId: string) => Promise<TaskNews | undefined>,
): Promise<ReadonlyMap<string, TaskNews>> {
  const news = new Map<string, TaskNews>()
  const told = await Promise.allSettled(
    tasks.flatMap(({ vendorId }) =>
      vendorId === undefined
        ? []
        : [
            ask(vendorId).then((each) => {
              if (each !== undefined) news.set(vendorId, each)
            }),
          ],
    ),
  )
  const failed = told.find((each) => each.status === 'rejected')
  if (failed && news.size === 0) throw failed.reason
  return news
}
