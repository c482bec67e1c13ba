import type { TaskVendor } from './door.ts'
import * as registry from './registry.ts'
import type { TaskPlatform } from './task.ts'

/** All vendors whose tasks are polled. */
export const taskVendors: readonly TaskVendor[] = Object.values(registry)

/**
 * Finds the vendor for tasks of a platform on a channel of this type; any of the platform if the channel was deleted.
 */
export const findVendor = (platform: TaskPlatform, type: number | undefined): TaskVendor | undefined =>
  taskVendors.find(
    (each) => each.platform === platform && type !== undefined && each.channelTypes.includes(type),
  ) ?? taskVendors.find((each) => each.platform === platform)
