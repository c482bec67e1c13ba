import { AppError } from '../../errors/app-error.ts'
import { similarNames } from './similar-names.ts'

/**
 * Reports that a model is not offered to the caller, with similar names that they may have meant.
 *
 * @param offered the names that may be shown to the caller
 */
export function modelNotFound(model: string, offered: readonly string[]): AppError {
  const names = similarNames(model, offered)
  return new AppError('model_not_found', {
    values: {
      model: model.slice(0, 100),
      similar: names.length === 0 ? '' : `; similar names: ${names.join(', ')}`,
      similarZh: names.length === 0 ? '' : `；相近的名称：${names.join('、')}`,
    },
    field: 'model',
  })
}
