import type { Language } from '../language.ts'
import type { AppError } from './app-error.ts'
import { catalogue } from './catalogue.ts'
import { fillIn, withField } from './fill-in.ts'
import { phrases } from './phrases/phrases.ts'
import type { Texts } from './reasons.ts'

/** Body of every failure of the management API. */
export interface FailureEnvelope {
  readonly success: false
  readonly message: string
  readonly code: string
  readonly field?: string
  readonly request_id?: string
}

/**
 * Returns the text of an error in one language: its own message or phrase if it has one, otherwise the text of its
 * code.
 * @param known values from the caller, for errors that have none
 */
export function phraseOf(
  error: AppError,
  language: Language,
  known: Readonly<Record<string, string>> = {},
): string {
  const { message, phrase, field, values } = error.options
  if (message !== undefined) return typeof message === 'string' ? message : message[language]
  const texts = phrase === undefined ? catalogue[error.code] : phrases[phrase]
  return fillIn(texts[language], { ...known, ...withField(field, values) }, language)
}

/** Returns the text of an error in both languages, so that another error can quote it as its reason. */
export const textsOf = (error: AppError): Texts => ({
  en: phraseOf(error, 'en'),
  zh: phraseOf(error, 'zh'),
})

/** Changes the envelope for endpoints that return the text in `data`. */
export const withTextInData = ({ success, message, ...rest }: FailureEnvelope) => ({
  success,
  message: 'error',
  data: message,
  ...rest,
})

/** Renders the error for a caller of the management API; causes and details stay in the log. */
export function renderEnvelope(error: AppError, language: Language, requestId?: string): FailureEnvelope {
  return {
    success: false,
    message: phraseOf(error, language),
    code: error.code,
    ...(error.options.field === undefined ? {} : { field: error.options.field }),
    ...(error.code === 'internal' && requestId !== undefined ? { request_id: requestId } : {}),
  }
}
