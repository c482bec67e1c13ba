import type { TaskVendor } from './door.ts'
import * as registry from './registry.ts'
import type { TaskPlatform } from './task.ts'

/** Every vendor whose tasks are polled. */
export const taskVendors: readonly TaskVendor[] = Object.values(registry)

/** Who is asked about tasks of a platform on a channel of this type; any of the platform's when the channel is gone. */
export const findVendor = (platform: TaskPlatform, type: number | undefined): TaskVendor | undefined =>
  taskVendors.find(
    (each) => each.platform === platform && type !== undefined && each.channelTypes.includes(type),
  ) ?? taskVendors.find((each) => each.platform === platform)
