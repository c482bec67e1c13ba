/** A vendor that clients use through Tollgate: a column of the matrix. */
export interface Upstream {
  readonly name: string
  /** The number of the vendor's channel type. */
  readonly type: number
  readonly model: string
  /** Models that a client calls in addition to the configured one. */
  readonly besides?: readonly string[]
}

export const upstreams: readonly Upstream[] = [
  { name: 'OpenAI', type: 1, model: 'gpt-4.1' },
  { name: 'OpenAI, reasoning', type: 1, model: 'gpt-5.4' },
  { name: 'DeepSeek', type: 43, model: 'deepseek-chat' },
  { name: 'Claude', type: 14, model: 'claude-sonnet-4-6' },
  { name: 'Gemini', type: 24, model: 'gemini-3.5-flash', besides: ['gemini-3.8-flash'] },
  { name: 'Cohere', type: 34, model: 'command-a-03-2025' },
]
