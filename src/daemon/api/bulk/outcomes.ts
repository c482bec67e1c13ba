import { AppError } from '../../errors/app-error.ts'
import { phraseOf } from '../../errors/render-envelope.ts'
import type { Data } from '../../http/contract.ts'
import type { Language } from '../../language.ts'
import type { Author } from '../author.ts'

/** Who creates several objects at once, and the language of their refusals. */
export interface BulkAuthor {
  readonly author: Author
  readonly language: Language
}

/** What is the same in every outcome: label and refusal. */
type Remark = Pick<Data<'createChannels'>[number], 'owner' | 'code' | 'message' | 'field'>

/** The remark on an object that was not refused. @param owner its label; absent = none */
export const accepted = (owner = ''): Remark => ({ owner, code: '', message: '', field: '' })

export const refused = (error: AppError, language: Language): Remark & { readonly outcome: 'refused' } => ({
  outcome: 'refused',
  owner: '',
  code: error.code,
  message: phraseOf(error, language),
  field: error.options.field ?? '',
})

/** Whether an object passed its checks. */
export const isFit = <Value>(read: Value | AppError): read is Value => !(read instanceof AppError)

/** Runs one object's checks: what they refuse is its outcome, and the others go on. Anything else is thrown. */
export async function orRefusal<Value>(check: () => Value | Promise<Value>): Promise<Value | AppError> {
  try {
    return await check()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}
