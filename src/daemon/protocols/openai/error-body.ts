import type { ErrorShape } from '../types.ts'

/** The parts of an error in OpenAI's form. `null` is written explicitly, because the SDKs' types require it. */
export interface OpenAiError {
  readonly message: string
  readonly type: string
  readonly param: string | null
  readonly code: string | null
}

/** Returns the body of an error response as JSON text. */
export function renderOpenAiError({ message, type, param, code }: OpenAiError): string {
  return JSON.stringify({ error: { message, type, param, code } })
}

/** Returns the event that reports an error in a stream. No terminator follows: the stream simply ends. */
export function renderOpenAiStreamError(error: OpenAiError): string {
  return `data: ${renderOpenAiError(error)}\n\n`
}

/** Errors in OpenAI's form, for Chat Completions and all other protocols except Responses. */
export const openaiErrors: ErrorShape = { render: renderOpenAiError, renderInStream: renderOpenAiStreamError }
