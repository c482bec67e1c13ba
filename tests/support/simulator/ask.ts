import type { FormFields } from './multipart.ts'

/** Whose wire format a request is written in. */
export type ProtocolName =
  | 'openai'
  | 'responses'
  | 'anthropic'
  | 'bedrock'
  | 'gemini'
  | 'cohere'
  | 'ollama'
  | 'hunyuan'
  | 'baidu'
  | 'dify'
  | 'spark'
  | 'oauth'

export type Operation =
  | 'chat'
  | 'completion'
  | 'embedding'
  | 'moderation'
  | 'models'
  | 'image'
  | 'speech'
  | 'transcription'
  | 'rerank'
  | 'count'
  | 'token'
  | 'other'

/** A request as it came. */
export interface Received {
  readonly method: string
  /** As sent, percent signs included, without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
  /** Undefined when the body is no JSON. */
  readonly json: unknown
  /** The fields of a multipart body. */
  readonly form: FormFields | undefined
}

/** What the simulator reads from a request, whatever its protocol. */
export interface Ask {
  readonly operation: Operation
  readonly model: string
  readonly isStream: boolean
  readonly includeUsage: boolean
  /** The last user message, the prompt or the input, as text. */
  readonly lastMessage: string
  /** Inputs of an embedding or moderation request. */
  readonly inputs: number
  readonly json: unknown
  /** The tools the model may call, and whether their input is JSON (`function`) or free text (`custom`). */
  readonly tools: ReadonlyMap<string, 'function' | 'custom'>
  /** The one tool the model has to call. */
  readonly forcedTool: string | undefined
  /** The last turn brings what a tool gave. */
  readonly endsWithToolResult: boolean
  /** JSON, or JSON of a schema, was asked for. */
  readonly wantsJson: boolean
}

/** @param known what a protocol reads; the rest is what nothing was said about */
export const askOf = (known: Partial<Ask> & Pick<Ask, 'operation'>): Ask => ({
  model: 'gpt-4o-mini',
  isStream: false,
  includeUsage: false,
  lastMessage: '',
  inputs: 1,
  json: undefined,
  tools: new Map(),
  forcedTool: undefined,
  endsWithToolResult: false,
  wantsJson: false,
  ...known,
})

/** How many inputs stand in a member that may be one text, several, or tokens. */
export const countInputs = (input: unknown): number =>
  Array.isArray(input) && typeof input[0] !== 'number' ? Math.max(1, input.length) : 1

/** A path without its percent signs; as it is where they make no sense. */
export const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
