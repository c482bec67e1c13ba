import type { FormFields } from './multipart.ts'

/** The wire format of a request. */
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

/** A request as received. */
export interface Received {
  readonly method: string
  /** As sent, including percent signs, without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
  /** Undefined if the body is not JSON. */
  readonly json: unknown
  /** The fields of a multipart body. */
  readonly form: FormFields | undefined
}

/** The facts that the simulator reads from a request of any protocol. */
export interface Ask {
  readonly operation: Operation
  readonly model: string
  readonly isStream: boolean
  readonly includeUsage: boolean
  /** The last user message, the prompt or the input, as text. */
  readonly lastMessage: string
  /** Number of inputs of an embedding or moderation request. */
  readonly inputs: number
  readonly json: unknown
  /** The tools the model may call, and whether their input is JSON (`function`) or free text (`custom`). */
  readonly tools: ReadonlyMap<string, 'function' | 'custom'>
  /** The one tool the model has to call. */
  readonly forcedTool: string | undefined
  /** The last turn contains a tool result. */
  readonly endsWithToolResult: boolean
  /** JSON, or JSON of a schema, was requested. */
  readonly wantsJson: boolean
}

/** Fills in defaults. @param known the members that a protocol reads */
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

/** Counts the inputs in a member that may be one text, several, or tokens. */
export const countInputs = (input: unknown): number =>
  Array.isArray(input) && typeof input[0] !== 'number' ? Math.max(1, input.length) : 1

/** Decodes the percent signs of a path; returns it unchanged if they are invalid. */
export const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
