import { AppError } from '../errors/app-error.ts'
import { reasons } from '../errors/reasons.ts'

/** Fails for types whose vendor has no list of models. @throws AppError `fetch_models_failed`, always */
export function noModelList(): never {
  throw new AppError('fetch_models_failed', { values: { reason: reasons.noModelList } })
}
