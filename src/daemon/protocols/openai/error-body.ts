import type { ErrorShape } from '../types.ts'

/** The parts of an error in OpenAI's shape. `null` is written out: the SDKs' types ask for it. */
export interface OpenAiError {
  readonly message: string
  readonly type: string
  readonly param: string | null
  readonly code: string | null
}

/** The body of an error answer, JSON text. */
export function renderOpenAiError({ message, type, param, code }: OpenAiError): string {
  return JSON.stringify({ error: { message, type, param, code } })
}

/** The event that tells an error once a stream has begun. No terminator follows it: the stream just ends. */
export function renderOpenAiStreamError(error: OpenAiError): string {
  return `data: ${renderOpenAiError(error)}\n\n`
}

/** OpenAI's shape, for Chat Completions and everything else but Responses. */
export const openaiErrors: ErrorShape = { render: renderOpenAiError, renderInStream: renderOpenAiStreamError }
