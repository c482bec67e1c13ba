import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Fields = Readonly<Record<string, unknown>>

/** Returns the members of an object; empty for any other value. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

export const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : [])

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** One part of a recorded form: a field, or a file. */
export interface FormPart {
  readonly name: string
  readonly value?: string
  readonly filename?: string
  readonly content_type?: string
  readonly base64?: string
}

/** A recording in the format of the corpus; its README describes the fields. */
export interface Recording {
  readonly id: string
  readonly provider: string
  readonly protocol: string
  readonly endpoint: string
  readonly request: {
    readonly method: string
    readonly path: string
    readonly query?: Readonly<Record<string, string>>
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: Fields | null
    readonly multipart?: readonly FormPart[]
  } | null
  readonly response: {
    readonly status: number
    readonly content_type: string | null
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: unknown
    readonly body_text?: string
    readonly body_base64?: string
  }
  readonly facts: Facts
}

/** Facts that the answer itself states, in one vocabulary for all protocols; null = not stated. */
export interface Facts {
  readonly stream: boolean
  readonly model: string | null
  readonly input_tokens_all_in: number | null
  readonly output_tokens_all_in: number | null
  readonly cached_tokens: number | null
  readonly cache_write_tokens: number | null
  readonly reasoning_tokens: number | null
  readonly total_tokens: number | null
  readonly billed_units?: { readonly input_tokens?: number; readonly output_tokens?: number }
  /** Set where Cloudflare sent the content as JSON instead of text. */
  readonly content_is_object?: boolean
  readonly tool_calls: number
  readonly server_tool_calls: number
  readonly text: string
  readonly finish_reason: string | null
  readonly error?: { readonly type: unknown; readonly code: unknown; readonly message: unknown }
}

interface Index {
  readonly exchanges: readonly { readonly file: string }[]
}

const read = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T

/** Reads every recording of the given folder. @throws Error when the folder has no index */
export const readCorpus = (folder: string): Recording[] =>
  read<Index>(join(folder, 'index.json')).exchanges.map(({ file }) => read<Recording>(join(folder, file)))

/**
 * Returns the answer as text. The corpus did not keep the spacing of JSON answers. A stream that was recorded as one
 * JSON array is converted to events, because the gateway requests it in that form.
 */
export const answerTextOf = (recording: Recording): string => {
  const { body, body_text: text } = recording.response
  if (text !== undefined) return text
  if (isArrayStream(recording))
    return (body as unknown[]).map((each) => `data: ${JSON.stringify(each)}\r\n\r\n`).join('')
  return body === null || body === undefined ? '' : JSON.stringify(body)
}

/** Recognizes Google's streams without `alt=sse`. */
export const isArrayStream = ({ facts, response }: Recording): boolean =>
  facts.stream && response.status < 400 && Array.isArray(response.body)

/** Returns the bytes of the answer as the upstream serves them to the gateway. */
export const answerBytesOf = (recording: Recording): Buffer => {
  const { body_base64: base64 } = recording.response
  return base64 === undefined ? Buffer.from(answerTextOf(recording)) : Buffer.from(base64, 'base64')
}

/** Returns the model of the request, from its body, form or path, or else the model that the answer states. */
export const modelOf = (recording: Recording): string => {
  const { facts, request } = recording
  const inForm = request?.multipart?.find(({ name }) => name === 'model')?.value
  const inPath = /\/models?\/([^/:]+(?::\d+)?)(?=[:/])/.exec(decodeURIComponent(request?.path ?? ''))?.[1]
  const stated = textOf(request?.body?.model) || inForm || inPath || facts.model
  return stated || 'unnamed'
}
