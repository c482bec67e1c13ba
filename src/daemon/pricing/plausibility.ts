import { USAGE_FIELDS, type Usage } from '../protocols/usage.ts'
import { TOKENS_MAX } from './billable-tokens.ts'

/** What the daemon itself saw of a request, to judge what an upstream states. */
export interface Observed {
  /** Bytes of the decoded request body. */
  readonly requestBytes: number
  /** Image, audio and file parts and tool definitions. */
  readonly attachments: number
  /** The client's cap over all choices; undefined if it set none. */
  readonly outputTokensCap: number | undefined
  /** Bytes of the answer that reached us. */
  readonly deliveredBytes: number
}

export type Verdict =
  /** `usage` may differ from what was stated, because details that exceed their total are cut back (rule P8). */
  | { readonly isPlausible: true; readonly usage: Usage; readonly isAdjusted: boolean }
  | { readonly isPlausible: false; readonly reason: string }

/**
 * The allowances are generous on purpose. If usage is rejected we count ourselves, which always charges less than a
 * correct vendor would, so the rule must only catch lies and errors of several orders of magnitude. Vendors bill for
 * things that nobody outside can see: built-in system prompts and tool descriptions (up to 16 k tokens were recorded
 * for a request of 200 bytes), search results added to the context, files fetched by link, images at a thousand tokens
 * each, and hidden reasoning.
 */
const PROMPT_TOKENS_PER_BYTE = 2
const PROMPT_ALLOWANCE = 65_536
const ATTACHMENT_ALLOWANCE = 65_536
const OUTPUT_TOKENS_PER_BYTE = 4
/** Longest hidden reasoning we accept without a cap that allows more. */
const REASONING_ALLOWANCE = 131_072

/** Rules P7 and P8: whether to accept stated usage, and how to correct details that do not add up. */
export function judgeUsage(usage: Usage, observed: Observed): Verdict {
  for (const field of USAGE_FIELDS) {
    const value: unknown = usage[field]
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > TOKENS_MAX)
      return { isPlausible: false, reason: `${field} is ${String(value)}` }
  }
  const inputMax =
    PROMPT_TOKENS_PER_BYTE * observed.requestBytes +
    PROMPT_ALLOWANCE +
    ATTACHMENT_ALLOWANCE * observed.attachments
  if (usage.inputTokens > inputMax)
    return { isPlausible: false, reason: `inputTokens is ${usage.inputTokens}, at most ${inputMax} expected` }
  const outputMax = Math.max(
    observed.outputTokensCap ?? 0,
    OUTPUT_TOKENS_PER_BYTE * observed.deliveredBytes + REASONING_ALLOWANCE,
  )
  if (usage.outputTokens > outputMax)
    return {
      isPlausible: false,
      reason: `outputTokens is ${usage.outputTokens}, at most ${outputMax} expected`,
    }
  const clamped = clampDetails(usage)
  return { isPlausible: true, usage: clamped, isAdjusted: clamped !== usage }
}

/** Rule P8: cuts details that exceed their totals back to them; returns the same object if none does. */
export function clampDetails(usage: Usage): Usage {
  const { inputTokens, outputTokens } = usage
  const cacheReadTokens = Math.min(usage.cacheReadTokens, inputTokens)
  const cacheWriteTokens = Math.min(usage.cacheWriteTokens, inputTokens - cacheReadTokens)
  const clamped: Usage = {
    inputTokens,
    outputTokens,
    cacheReadTokens,
    cacheWriteTokens,
    cacheWriteHourTokens: Math.min(usage.cacheWriteHourTokens, cacheWriteTokens),
    reasoningTokens: Math.min(usage.reasoningTokens, outputTokens),
    audioInputTokens: Math.min(usage.audioInputTokens, inputTokens),
    audioOutputTokens: Math.min(usage.audioOutputTokens, outputTokens),
    imageInputTokens: Math.min(usage.imageInputTokens, inputTokens),
    imageOutputTokens: Math.min(usage.imageOutputTokens, outputTokens),
  }
  return USAGE_FIELDS.some((field) => clamped[field] !== usage[field]) ? clamped : usage
}
