/**
 * Token estimates from lengths alone: at most for holds, likely for what a running stream costs. No tokenizer: this runs
 * on every request before it is sent. Charges never come from here; see `least-tokens.ts` for those of a dead daemon.
 *
 * docs/decisions/0001-hold-estimate.md explains the constants, what they were measured on and how far they are off.
 */

/** Two tokens for five bytes: more than prose, code and JSON of any language need, less than random characters do. */
const HOLD_TOKENS_PER_BYTE = 0.4

/** One token for four bytes: about the average of tokenizers. */
const LIKELY_TOKENS_PER_BYTE = 0.25

/** Role, separators and the primer of the answer. */
const FRAMING_TOKENS = 64

/** Tokens that an image, a file or a tool definition may need in addition to its text. */
const ATTACHMENT_TOKENS = 1600

/** Tokens that vendors add to a request with tools or images. Claude's tool prompt alone has 346 tokens. */
const ATTACHED_TOKENS = 512

export interface PromptSize {
  /** UTF-8 bytes of everything a person or program wrote: system, context, input. */
  readonly textBytes: number
  /** Bytes of the decoded request body. */
  readonly bodyBytes: number
  /** Image, audio and file parts and tool definitions. */
  readonly attachments: number
}

/** Tokens that a text of this many UTF-8 bytes should not exceed. */
export const holdTokens = (textBytes: number): number => Math.ceil(textBytes * HOLD_TOKENS_PER_BYTE)

/** Roughly how many tokens a text of this many UTF-8 bytes has. */
export const likelyTokens = (textBytes: number): number => Math.ceil(textBytes * LIKELY_TOKENS_PER_BYTE)

/**
 * Prompt tokens to hold for. The text counts in full; the rest of the body (framing, tool definitions, encoded images)
 * counts like text up to an allowance, because a megabyte of base64 is an image of a thousand tokens and `\uXXXX`
 * escapes are three times as long as the characters they stand for.
 */
export function estimatePromptTokens(size: PromptSize): number {
  const text = holdTokens(size.textBytes)
  const rest = holdTokens(Math.max(0, size.bodyBytes - size.textBytes))
  const attached = size.attachments > 0 ? ATTACHED_TOKENS : 0
  return text + attached + Math.min(rest, text + FRAMING_TOKENS + ATTACHMENT_TOKENS * size.attachments)
}

/** Bytes and events of a stream that were passed on without being parsed. */
export interface StreamedBytes {
  readonly events: number
  /** All bytes of those events. */
  readonly bytes: number
  /** The shortest of them: about what the frame around the text costs. 0 when the bytes are bare text. */
  readonly smallestEventBytes: number
}

/** Output tokens a running stream has likely delivered: one per event, plus what its events carry beyond their frame. */
export function estimateStreamedTokens(stream: StreamedBytes): number {
  const beyondFrames = Math.max(0, stream.bytes - stream.events * stream.smallestEventBytes)
  return (stream.smallestEventBytes > 0 ? stream.events : 0) + likelyTokens(beyondFrames)
}
