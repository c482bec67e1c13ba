import { AppError } from '../errors/app-error.ts'
import { reasons } from '../errors/reasons.ts'

/** For types whose vendor lists no models. @throws AppError `fetch_models_failed`, always */
export function noModelList(): never {
  throw new AppError('fetch_models_failed', { values: { reason: reasons.noModelList } })
}
