import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Fields = Readonly<Record<string, unknown>>

/** The members of an object; none for whatever is no object. */
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

/** What a recording says about itself; the shape is that of the corpus, see its README. */
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

/** What the answer itself states, in one vocabulary for all protocols; null = it does not say. */
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
  /** Cloudflare puts JSON there as it is, not as text. */
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

/** Every recording of the given folder. @throws Error when the folder has no index */
export const readCorpus = (folder: string): Recording[] =>
  read<Index>(join(folder, 'index.json')).exchanges.map(({ file }) => read<Recording>(join(folder, file)))

/**
 * The answer as text. JSON answers lost their spacing in the corpus. A stream that was recorded as one JSON array is put
 * into events, because that is the form in which the gateway asks for it.
 */
export const answerTextOf = (recording: Recording): string => {
  const { body, body_text: text } = recording.response
  if (text !== undefined) return text
  if (isArrayStream(recording))
    return (body as unknown[]).map((each) => `data: ${JSON.stringify(each)}\r\n\r\n`).join('')
  return body === null || body === undefined ? '' : JSON.stringify(body)
}

/** Google's streams without `alt=sse`. */
export const isArrayStream = ({ facts, response }: Recording): boolean =>
  facts.stream && response.status < 400 && Array.isArray(response.body)

/** The answer's bytes as they are served to the gateway. */
export const answerBytesOf = (recording: Recording): Buffer => {
  const { body_base64: base64 } = recording.response
  return base64 === undefined ? Buffer.from(answerTextOf(recording)) : Buffer.from(base64, 'base64')
}

/** The model's name: the request's, in its body, its form or its address, else the one the answer states. */
export const modelOf = (recording: Recording): string => {
  const { facts, request } = recording
  const inForm = request?.multipart?.find(({ name }) => name === 'model')?.value
  const inPath = /\/models?\/([^/:]+(?::\d+)?)(?=[:/])/.exec(decodeURIComponent(request?.path ?? ''))?.[1]
  const stated = textOf(request?.body?.model) || inForm || inPath || facts.model
  return stated || 'unnamed'
}
