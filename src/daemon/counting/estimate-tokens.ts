/**
 * Token estimates from lengths alone: upper bounds for holds, likely values for the cost of a running stream. No
 * tokenizer, because this runs on every request before it is sent. Charges never use these estimates; for those of a
 * crashed daemon see `least-tokens.ts`.
 *
 * docs/decisions/0001-hold-estimate.md explains the constants, how they were measured and how far they are off.
 */

/** Two tokens for five bytes: more than prose, code and JSON of any language need, less than random characters need. */
const HOLD_TOKENS_PER_BYTE = 0.4

/** One token for four bytes: about the average of tokenizers. */
const LIKELY_TOKENS_PER_BYTE = 0.25

/** Role, separators and the primer of the output. */
const FRAMING_TOKENS = 64

/** Tokens that an image, a file or a tool definition may need in addition to its text. */
const ATTACHMENT_TOKENS = 1600

/** Tokens that vendors add to a request with tools or images. Claude's tool prompt alone has 346 tokens. */
const ATTACHED_TOKENS = 512

export interface PromptSize {
  /** UTF-8 bytes of everything written by a person or program: system, context, input. */
  readonly textBytes: number
  /** Bytes of the decoded request body. */
  readonly bodyBytes: number
  /** The number of image, audio and file parts and tool definitions. */
  readonly attachments: number
}

/** Returns the number of tokens that a text of this many UTF-8 bytes should not exceed. */
export const holdTokens = (textBytes: number): number => Math.ceil(textBytes * HOLD_TOKENS_PER_BYTE)

/** Estimates how many tokens a text of this many UTF-8 bytes has. */
export const likelyTokens = (textBytes: number): number => Math.ceil(textBytes * LIKELY_TOKENS_PER_BYTE)

/**
 * Estimates the prompt tokens to hold for. The text counts in full; the rest of the body (framing, tool definitions,
 * encoded images) counts like text up to an allowance, because a megabyte of base64 is an image of a thousand tokens
 * and `\uXXXX` escapes are three times as long as the characters they encode.
 */
export function estimatePromptTokens(size: PromptSize): number {
  const attached = size.attachments > 0 ? ATTACHED_TOKENS : 0
  return holdTokens(size.textBytes) + attached + Math.min(restTokens(size), allowance(size))
}

/** Reports whether the body exceeds its allowance, so that part of it counts for less than its length. */
export const isBeyondAllowance = (size: PromptSize): boolean => restTokens(size) > allowance(size)

const restTokens = ({ bodyBytes, textBytes }: PromptSize): number =>
  holdTokens(Math.max(0, bodyBytes - textBytes))

const allowance = ({ textBytes, attachments }: PromptSize): number =>
  holdTokens(textBytes) + FRAMING_TOKENS + ATTACHMENT_TOKENS * attachments

/** Bytes and events of a stream that were passed on without being parsed. */
export interface StreamedBytes {
  readonly events: number
  /** All bytes of those events. */
  readonly bytes: number
  /** Size of the shortest event: about the size of the frame around the text. 0 if the bytes are bare text. */
  readonly smallestEventBytes: number
}

/**
 * Estimates the output tokens that a running stream has delivered: one per event, plus the content of its events beyond
 * their frame.
 */
export function estimateStreamedTokens(stream: StreamedBytes): number {
  const beyondFrames = Math.max(0, stream.bytes - stream.events * stream.smallestEventBytes)
  return (stream.smallestEventBytes > 0 ? stream.events : 0) + likelyTokens(beyondFrames)
}
