import { AppError } from '../../errors/app-error.ts'
import { phraseOf } from '../../errors/render-envelope.ts'
import type { Body, Data } from '../../http/contract.ts'
import type { Language } from '../../language.ts'
import { readOption } from '../../options/read-option.ts'
import { isOptionKey, registry } from '../../options/registry.ts'

/**
 * Checks whether a user with this role could set a setting. Returns the text that would be stored, or the reason for a
 * refusal.
 */
export function judgeOption(
  { key, value }: Body<'checkOptions'>['options'][number],
  role: number,
  language: Language,
): Data<'checkOptions'>[number] {
  try {
    if (!isOptionKey(key)) throw new AppError('option_unknown', { values: { key: key.slice(0, 100) } })
    const least = registry[key].role
    if (role < least) throw new AppError('option_role', { values: { key, role: least } })
    const { text } = readOption(key, value)
    return { key, value: registry[key].isSecret ? '' : text, code: null, message: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { key, value: '', code: error.code, message: phraseOf(error, language) }
  }
}
