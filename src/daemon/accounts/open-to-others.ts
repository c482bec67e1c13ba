import { AppError } from '../errors/app-error.ts'
import type { Options } from '../options/registry.ts'

/** A site that its owner keeps to himself takes in nobody. @throws AppError `self_use_mode` */
export function checkOpenToOthers(settings: Options): void {
  if (settings.SelfUseModeEnabled) throw new AppError('self_use_mode')
}
