import { NO_USAGE, USAGE_FIELDS, type Usage } from '../protocols/usage.ts'
import { TOKENS_MAX } from './billable-tokens.ts'

/** Facts that the daemon observed itself, for checking the usage stated by an upstream. */
export interface Observed {
  /** Bytes of the decoded request body, as received or as sent, whichever is longer. */
  readonly requestBytes: number
  /** Image, audio and file parts and tool definitions. */
  readonly attachments: number
  /**
   * Returns the tokens that context outside the body may have, such as stored responses, searches and files; 0 = none.
   * Called only if the body does not explain the prompt.
   */
  readonly outsideTokens?: () => number
  /** The cap over all choices, set by the client or sent upstream; undefined if none. */
  readonly outputTokensCap: number | undefined
  /** Bytes of the response that arrived. */
  readonly deliveredBytes: number
}

export type Verdict =
  /** `usage` may differ from what was stated, because details that exceed their total are cut back (rule P8). */
  | { readonly isPlausible: true; readonly usage: Usage; readonly isAdjusted: boolean }
  | {
      readonly isPlausible: false
      readonly reason: string
      /**
       * The part that is still charged: the prompt, at most up to its allowance. Counts that cannot be trusted at all
       * are left out and counted by Tollgate.
       */
      readonly rest: RejectedRest | undefined
    }

/** The part of a rejected usage that is charged. */
export interface RejectedRest {
  readonly usage: Usage
  /** True if the stated output is left out of `usage`, so that the delivered answer is counted. */
  readonly isOutputRejected: boolean
}

/**
 * The allowances for prompts, and for answers without a cap, are generous on purpose: the rule must only catch lies and
 * errors of several orders of magnitude. Vendors bill for things that nobody outside can see: built-in system prompts
 * and tool descriptions (up to 16 k tokens were recorded for a request of 200 bytes), search results added to the
 * context, files fetched by link, images at a thousand tokens each, and hidden reasoning. A prompt beyond its allowance
 * is charged at the allowance, because the prompt that the upstream really read is more likely long than short.
 */
const PROMPT_TOKENS_PER_BYTE = 2
const PROMPT_ALLOWANCE = 65_536
const ATTACHMENT_ALLOWANCE = 65_536
const OUTPUT_TOKENS_PER_BYTE = 4
/** Longest hidden reasoning that is accepted without a cap. */
const REASONING_ALLOWANCE = 131_072
/**
 * Margin above the cap: vendors stop a few tokens late, raise a tiny cap to their minimum, or count hidden tokens on
 * top of it.
 */
const CAP_MARGIN = 512
/**
 * If a vendor runs tools, the model answers several times in one call, and the cap applies to each answer: Anthropic
 * stated 1552 output tokens for `max_tokens: 1024` and two searches (recorded 2026). At most ten rounds are assumed.
 */
const ROUNDS_MAX = 10

/** Decides whether to accept stated usage (rule P7) and corrects details that do not add up (rule P8). */
export function judgeUsage(usage: Usage, observed: Observed): Verdict {
  for (const field of USAGE_FIELDS) {
    const value: unknown = usage[field]
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > TOKENS_MAX)
      return { isPlausible: false, reason: `${field} is ${String(value)}`, rest: undefined }
  }
  const inputMax = inputTokensMax(usage.inputTokens, observed)
  const outputMax = outputTokensMax(usage.outputTokens, observed)
  const isInputRejected = usage.inputTokens > inputMax
  const isOutputRejected = usage.outputTokens > outputMax
  if (isInputRejected || isOutputRejected) {
    const cut = isInputRejected ? { ...NO_USAGE, inputTokens: inputMax } : withoutOutput(usage)
    const rest = isOutputRejected ? cut : { ...cut, ...outputOf(usage) }
    return {
      isPlausible: false,
      reason: isInputRejected
        ? `inputTokens is ${usage.inputTokens}, at most ${inputMax} expected`
        : `outputTokens is ${usage.outputTokens}, at most ${outputMax} expected`,
      rest: { usage: clampDetails(rest), isOutputRejected },
    }
  }
  const clamped = clampDetails(usage)
  return { isPlausible: true, usage: clamped, isAdjusted: clamped !== usage }
}

function inputTokensMax(stated: number, observed: Observed): number {
  const fromBody =
    PROMPT_TOKENS_PER_BYTE * observed.requestBytes +
    PROMPT_ALLOWANCE +
    ATTACHMENT_ALLOWANCE * observed.attachments
  if (stated <= fromBody) return fromBody
  return Math.max(fromBody, observed.outsideTokens?.() ?? 0)
}

function outputTokensMax(
  stated: number,
  { outputTokensCap: cap, deliveredBytes, outsideTokens }: Observed,
): number {
  if (cap === undefined) return OUTPUT_TOKENS_PER_BYTE * deliveredBytes + REASONING_ALLOWANCE
  const ofOneAnswer = cap + CAP_MARGIN
  if (stated <= ofOneAnswer || !outsideTokens?.()) return ofOneAnswer
  return ROUNDS_MAX * cap + CAP_MARGIN
}

const outputOf = ({ outputTokens, reasoningTokens, audioOutputTokens, imageOutputTokens }: Usage) => ({
  outputTokens,
  reasoningTokens,
  audioOutputTokens,
  imageOutputTokens,
})

const withoutOutput = (usage: Usage): Usage => ({ ...usage, ...outputOf(NO_USAGE) })

const hasNoDetails = (usage: Usage): boolean =>
  usage.cacheReadTokens === 0 &&
  usage.cacheWriteTokens === 0 &&
  usage.cacheWriteHourTokens === 0 &&
  usage.reasoningTokens === 0 &&
  usage.audioInputTokens === 0 &&
  usage.audioOutputTokens === 0 &&
  usage.imageInputTokens === 0 &&
  usage.imageOutputTokens === 0

/** Reduces details that exceed their totals (rule P8). Returns the same object if there are none. */
export function clampDetails(usage: Usage): Usage {
  const { inputTokens, outputTokens } = usage
  // Most answers state no details.
  if (hasNoDetails(usage)) return usage
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
