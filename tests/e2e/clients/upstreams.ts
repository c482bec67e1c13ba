/** One upstream that a client may meet behind Tollgate. */
export interface Upstream {
  readonly name: string
  /** The channel's type number. */
  readonly type: number
  readonly key: string
  readonly model: string
  /** Its model signs its thoughts, and wants them back with the tool's result. */
  readonly isSigned: boolean
  /** How many of the input tokens it says it had in its cache; Cohere's lie within what it does not bill. */
  readonly cached: number
  /** What a call costs that takes 100 tokens in and 40 out: see the prices of describe-client.ts. */
  readonly quota: number
}

/** With the ratio 1, a cached token at half the price and an output token at four: 70 + 15 + 160, or 100 + 160. */
const priced = { fromCache: { cached: 30, quota: 245 }, whole: { cached: 0, quota: 260 } }

/** The account that the upstream of the type 33 verifies signatures with. */
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
