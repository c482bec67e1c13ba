/** What a person wants from a model, before a package says it in its protocol. */
export interface Question {
  readonly model: string
  readonly prompt: string
  readonly isStream?: boolean
  /** A PNG, base64. */
  readonly picture?: string
  /** The answer is to be JSON of this schema. */
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
  /** The package's own word for a finish, named after what it stands for; any other word as it is. */
  readonly finish: string
  readonly usage: { readonly input: number; readonly output: number; readonly cached: number }
}

/** The one tool of every conversation, and what it gives. */
export interface ToolOffer {
  readonly name: string
  readonly description: string
  readonly parameters: JsonSchema
  readonly result: string
}

/** One package of the field, pointed at Tollgate. */
export interface Client {
  readonly name: string
  ask(question: Question): Promise<Answer>
  /** Asks while thinking, runs the tool, hands the result back as the package does: both answers. */
  converse(question: Question, tool: ToolOffer): Promise<readonly [Answer, Answer]>
}

/** @param words the package's words for `stop`, `tool-calls` and `length`, in this order */
export const finishNamer = (...words: readonly [stop: string, calls: string, length: string]) => {
  const names = new Map([
    [words[2], 'length'],
    [words[1], 'tool-calls'],
    [words[0], 'stop'],
  ])
  return (word: string | null | undefined): string => names.get(word ?? '') ?? String(word)
}
