import { AppError } from '../../errors/app-error.ts'
import { phraseOf } from '../../errors/render-envelope.ts'
import type { Data } from '../../http/contract.ts'
import type { Language } from '../../language.ts'
import type { Author } from '../author.ts'

/** The user who creates several objects at once, and the language of their error texts. */
export interface BulkAuthor {
  readonly author: Author
  readonly language: Language
}

/** The fields that all outcomes share: label and error. */
type Remark = Pick<Data<'createChannels'>[number], 'owner' | 'code' | 'message' | 'field'>

/** Returns these fields for an accepted object. @param owner its label; absent = none */
export const accepted = (owner = ''): Remark => ({ owner, code: '', message: '', field: '' })

export const refused = (error: AppError, language: Language): Remark & { readonly outcome: 'refused' } => ({
  outcome: 'refused',
  owner: '',
  code: error.code,
  message: phraseOf(error, language),
  field: error.options.field ?? '',
})

/** Reports whether an object passed its checks. */
export const isFit = <Value>(read: Value | AppError): read is Value => !(read instanceof AppError)

/**
 * Runs the checks of one object and returns an error of theirs as its outcome, so that the other objects can proceed.
 * Any other error is thrown.
 */
export async function orRefusal<Value>(check: () => Value | Promise<Value>): Promise<Value | AppError> {
  try {
    return await check()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}
