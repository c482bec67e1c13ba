import { AppError } from '../errors/app-error.ts'
import type { Options } from '../options/registry.ts'

/** Refuses new users in self-use mode. @throws AppError `self_use_mode` */
export function checkOpenToOthers(settings: Options): void {
  if (settings.SelfUseModeEnabled) throw new AppError('self_use_mode')
}
