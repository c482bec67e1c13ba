/** What the simulator reads from a request, whatever its operation. */
export interface Ask {
  readonly operation: 'chat' | 'completion' | 'embedding' | 'moderation' | 'models' | 'other'
  readonly model: string
  readonly isStream: boolean
  readonly includeUsage: boolean
  /** The last user message, the prompt or the input, as text. */
  readonly lastMessage: string
  /** Inputs of an embedding or moderation request. */
  readonly inputs: number
  readonly json: unknown
}

const operations = [
  ['/chat/completions', 'chat'],
  ['/completions', 'completion'],
  ['/embeddings', 'embedding'],
  ['/moderations', 'moderation'],
  ['/models', 'models'],
] as const

type Fields = Record<string, unknown>

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

const textOf = (content: unknown): string => {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return content.map((part) => textOf(fieldsOf(part).text ?? part)).join('')
  return ''
}

const lastMessageOf = (body: Fields): string => {
  const messages = Array.isArray(body.messages) ? body.messages.map(fieldsOf) : []
  const user = messages.findLast((message) => message.role === 'user')
  return textOf(user?.content ?? body.prompt ?? body.input)
}

/** Vendors differ in what stands before the operation's name, so only the end of the path counts. */
export const readAsk = (path: string, body: Buffer): Ask => {
  let json: unknown
  try {
    json = body.length === 0 ? undefined : JSON.parse(body.toString('utf8'))
  } catch {
    json = undefined
  }
  const fields = fieldsOf(json)
  const { input } = fields
  return {
    operation: operations.find(([suffix]) => path.endsWith(suffix))?.[1] ?? 'other',
    model: typeof fields.model === 'string' ? fields.model : 'gpt-4o-mini',
    isStream: fields.stream === true,
    includeUsage: fieldsOf(fields.stream_options).include_usage === true,
    lastMessage: lastMessageOf(fields),
    inputs: Array.isArray(input) && typeof input[0] !== 'number' ? Math.max(1, input.length) : 1,
    json,
  }
}
