/** A request to a model, before a package expresses it in its protocol. */
export interface Question {
  readonly model: string
  readonly prompt: string
  readonly isStream?: boolean
  /** A PNG in base64. */
  readonly picture?: string
  /** Schema of the JSON that the answer must contain. */
  readonly schema?: JsonSchema
}

export interface JsonSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, { readonly type: string }>>
  readonly required: readonly string[]
  readonly additionalProperties: false
}

/** An answer as the package presents it. */
export interface Answer {
  readonly text: string
  readonly calls: readonly { readonly name: string; readonly input: unknown }[]
  /** The finish reason, translated from the package's term to a common one; unknown terms are unchanged. */
  readonly finish: string
  readonly usage: { readonly input: number; readonly output: number; readonly cached: number }
}

/** The only tool of every conversation, and its result. */
export interface ToolOffer {
  readonly name: string
  readonly description: string
  readonly parameters: JsonSchema
  readonly result: string
}

/** A client package, pointed at Tollgate. */
export interface Client {
  readonly name: string
  ask(question: Question): Promise<Answer>
  /**
   * Asks with reasoning, runs the tool, and sends its result back in the package's own way. Resolves with both answers.
   */
  converse(question: Question, tool: ToolOffer): Promise<readonly [Answer, Answer]>
}

/** @param words the package's terms for `stop`, `tool-calls` and `length`, in this order */
export const finishNamer = (...words: readonly [stop: string, calls: string, length: string]) => {
  const names = new Map([
    [words[2], 'length'],
    [words[1], 'tool-calls'],
    [words[0], 'stop'],
  ])
  return (word: string | null | undefined): string => names.get(word ?? '') ?? String(word)
}
