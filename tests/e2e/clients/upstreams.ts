/** An upstream that clients use through Tollgate. */
export interface Upstream {
  readonly name: string
  /** The channel's type number. */
  readonly type: number
  readonly key: string
  readonly model: string
  /** Whether the model signs its reasoning and requires it back with the tool's result. */
  readonly isSigned: boolean
  /** Number of input tokens reported as cached; Cohere's are part of what it does not bill. */
  readonly cached: number
  /** Charge of a call with 100 input and 40 output tokens: see the prices in describe-client.ts. */
  readonly quota: number
}

/** At ratio 1, with cached tokens at half the price and output tokens at four times: 70 + 15 + 160, or 100 + 160. */
const priced = { fromCache: { cached: 30, quota: 245 }, whole: { cached: 0, quota: 260 } }

/** The account with which the upstream of type 33 verifies signatures. */
export const awsAccount = { accessKey: 'AKIDTEST', secretKey: 'secret/test', region: 'us-east-1' }

const { accessKey, secretKey, region } = awsAccount

export const upstreams: readonly Upstream[] = [
  { name: 'OpenAI', type: 1, key: 'openai-key', model: 'gpt-5.4', isSigned: false, ...priced.fromCache },
  {
    name: 'Claude',
    type: 14,
    key: 'claude-key',
    model: 'claude-sonnet-4-6',
    isSigned: true,
    ...priced.fromCache,
  },
  {
    name: 'Gemini',
    type: 24,
    key: 'gemini-key',
    model: 'gemini-3.5-flash',
    isSigned: true,
    ...priced.fromCache,
  },
  {
    name: 'Bedrock',
    type: 33,
    key: `${accessKey}|${secretKey}|${region}`,
    model: 'claude-opus-4-5-20251101',
    isSigned: true,
    ...priced.fromCache,
  },
  {
    name: 'Cohere',
    type: 34,
    key: 'cohere-key',
    model: 'command-a-reasoning-08-2025',
    isSigned: false,
    ...priced.whole,
  },
]
