import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const protocols = ['openai.chat', 'openai.embeddings', 'openai.moderations'] as const
export type Protocol = (typeof protocols)[number]

/** What a recording says about itself; the shape is that of the corpus, see its README. */
export interface Recording {
  readonly id: string
  readonly provider: string
  readonly protocol: Protocol
  readonly request: {
    readonly method: string
    readonly path: string
    readonly body?: Readonly<Record<string, unknown>> | null
  } | null
  readonly response: {
    readonly status: number
    readonly content_type: string | null
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: unknown
    readonly body_text?: string
  }
  readonly facts: {
    readonly stream: boolean
    readonly model: string | null
    readonly input_tokens_all_in: number | null
    readonly output_tokens_all_in: number | null
    readonly cached_tokens: number | null
    readonly cache_write_tokens: number | null
    readonly sse_done?: boolean
  }
}

interface Index {
  readonly exchanges: readonly { readonly file: string; readonly protocol: string }[]
}

const read = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T

/** Every recording of the given folder whose protocol is served. @throws Error when the folder has no index */
export const readCorpus = (folder: string): Recording[] =>
  read<Index>(join(folder, 'index.json'))
    .exchanges.filter(({ protocol }) => (protocols as readonly string[]).includes(protocol))
    .map(({ file }) => read<Recording>(join(folder, file)))

const minimal = {
  'openai.chat': { messages: [{ role: 'user', content: 'hello' }] },
  'openai.embeddings': { input: 'hello' },
  'openai.moderations': { input: 'hello' },
}

/** The recorded request body, or the least that gets such an answer when the source kept none. */
export const requestBodyOf = (recording: Recording): Readonly<Record<string, unknown>> => {
  const { facts, protocol, request } = recording
  const kept = request?.body ?? { ...minimal[protocol], ...(facts.stream ? { stream: true } : {}) }
  return { ...kept, model: kept.model ?? facts.model ?? 'unnamed' }
}

/** The answer's bytes as they are served to the gateway; JSON answers lost their spacing in the corpus. */
export const answerBytesOf = ({ response }: Recording): Buffer => {
  if (response.body_text !== undefined) return Buffer.from(response.body_text)
  return response.body === null || response.body === undefined
    ? Buffer.alloc(0)
    : Buffer.from(JSON.stringify(response.body))
}
