import type { OperationName } from '../../../src/daemon/protocols/types.ts'

/** A channel of a type with the fields of its form filled in, and where its key may appear. */
export interface ChannelExample {
  readonly key: string
  /** What a header of every call must contain from the key or from its derived credential; undefined = nothing. */
  readonly sent: string | undefined
  /** Parts of the key that appear in no header or URL, because they only sign or fetch a token. */
  readonly withheld: readonly string[]
  readonly credential: string | undefined
  /** Empty = the type's own URL. */
  readonly baseUrl: string
  readonly other: string
  /** Models by operation, where only some of them support it. */
  readonly models: Partial<Record<OperationName, string>>
  /** Invalid keys, in addition to those that would break out of a header. */
  readonly badKeys: readonly string[]
  /** Values that `other` must not have. */
  readonly badOthers: readonly string[]
  readonly hasModelList: boolean
  /** The supported operations, where the channel supports only some of its type's. */
  readonly operations: readonly OperationName[] | undefined
}

/** Tokens: input, output, cache reads, cache writes, reasoning. */
export type UsageNumbers = readonly [number, number, number, number, number]

/** One answer of a vendor with the values that must be read from it. The files are in `tests/fixtures`. */
export interface AnswerFixture {
  readonly operation: OperationName
  readonly file: string
  /** undefined = the vendor states none */
  readonly usage: UsageNumbers | undefined
  /** The kind of channel that got the answer, by its name in `variants`. */
  readonly variant?: string
  /** The model that answered, if it is not the example's. */
  readonly model?: string
}

export interface FailureFixture {
  /** Status of the answer; 200 = an error in disguise, or inside a stream. */
  readonly status: number
  readonly file: string
  readonly code: string
  /** A substring of the message. */
  readonly message: string
  readonly isKeyDead: boolean
  /** The expected type of the failure; absent = any. */
  readonly type?: string
  /** The called operation; absent = the type's first. */
  readonly operation?: OperationName
  readonly variant?: string
}

export interface ChannelTypeFixtures {
  /** Differences from {@link PLAIN_EXAMPLE}. */
  readonly example?: Partial<ChannelExample>
  /** Other kinds of channels of the type, with other keys or URLs. */
  readonly variants?: Readonly<Record<string, Partial<ChannelExample>>>
  /** Operations whose plain body is never sent unchanged, because the vendor requires more in it. */
  readonly rewrites?: readonly OperationName[]
  /** Conversations whose body is compared with a stored one (`tests/fixtures/channel-types/requests`). */
  readonly requests?: readonly OperationName[]
  /** Answers to the call that fetches a token, where one is derived from the key. */
  readonly token?: { readonly granted: string; readonly refused: string }
  readonly answers: readonly AnswerFixture[]
  readonly failures: readonly FailureFixture[]
}

export const PLAIN_EXAMPLE: ChannelExample = {
  key: 'conformance-key-0123456789',
  sent: 'conformance-key-0123456789',
  withheld: [],
  credential: undefined,
  baseUrl: '',
  other: '',
  models: {},
  badKeys: [],
  badOthers: [],
  hasModelList: true,
  operations: undefined,
}

/** @param usage empty = the vendor states none */
export const answer = (
  operation: OperationName,
  file: string,
  ...usage: UsageNumbers | []
): AnswerFixture => ({
  operation,
  file,
  usage: usage.length === 0 ? undefined : usage,
})

export const failure = (
  status: number,
  file: string,
  code: string,
  message: string,
  isKeyDead = false,
  more: Partial<FailureFixture> = {},
): FailureFixture => ({ status, file, code, message, isKeyDead, ...more })
