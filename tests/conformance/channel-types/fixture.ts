import type { OperationName } from '../../../src/daemon/protocols/types.ts'

/** A channel of a type filled in as its form wants it, and what of its key may be seen where. */
export interface ChannelExample {
  readonly key: string
  /** What a header of every call must hold of the key, or of what was derived from it; undefined = nothing does. */
  readonly sent: string | undefined
  /** Parts of the key that leave neither in a header nor in an address: they sign, or buy a token. */
  readonly withheld: readonly string[]
  readonly credential: string | undefined
  /** Empty = the type's own address. */
  readonly baseUrl: string
  readonly other: string
  /** By operation, where only some models do it. */
  readonly models: Partial<Record<OperationName, string>>
  /** Keys of another form, beyond those that would break out of a header. */
  readonly badKeys: readonly string[]
  /** What `other` must not hold. */
  readonly badOthers: readonly string[]
  readonly hasModelList: boolean
  /** What it serves, where that is not everything that the type does. */
  readonly operations: readonly OperationName[] | undefined
}

/** input, output, cache reads, cache writes, reasoning */
export type UsageNumbers = readonly [number, number, number, number, number]

/** One answer of a vendor with what must be read from it. Files stand in `tests/fixtures`. */
export interface AnswerFixture {
  readonly operation: OperationName
  readonly file: string
  /** undefined = the vendor states none */
  readonly usage: UsageNumbers | undefined
  /** A name of `variants`: which kind of channel got it. */
  readonly variant?: string
  /** The model that answered, where another than the example's. */
  readonly model?: string
}

export interface FailureFixture {
  /** As the answer had it; 200 = an error in disguise, or inside a stream. */
  readonly status: number
  readonly file: string
  readonly code: string
  /** A part of the message. */
  readonly message: string
  readonly isKeyDead: boolean
  /** What it is classified as; absent = anything. */
  readonly type?: string
  /** Which operation was asked; absent = the type's first. */
  readonly operation?: OperationName
  readonly variant?: string
}

export interface ChannelTypeFixtures {
  /** Where it differs from {@link PLAIN_EXAMPLE}. */
  readonly example?: Partial<ChannelExample>
  /** Other kinds of channels of the type: other keys, other addresses. */
  readonly variants?: Readonly<Record<string, Partial<ChannelExample>>>
  /** Operations whose plain body is never sent as it came, because the vendor wants more in it. */
  readonly rewrites?: readonly OperationName[]
  /** Conversations whose body is compared with one on record (`tests/fixtures/channel-types/requests`). */
  readonly requests?: readonly OperationName[]
  /** Answers to the call that buys a token, where one is derived from the key. */
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

/** @param usage nothing = the vendor states none */
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
