/** The features of the models of one generation. Table in `protocols.md` C.2 and C.6, verified live in July 2026. */
export interface ClaudeFamily {
  /** False for other vendors' models that use the same protocol. */
  readonly isClaude: boolean
  readonly takesAdaptiveThinking: boolean
  readonly takesThinkingBudget: boolean
  readonly takesEffort: boolean
  /** The effort `xhigh`; without it, `max` is the next level. */
  readonly takesXhigh: boolean
  /** Sampling parameters: temperature, top_p, top_k. */
  readonly takesSampling: boolean
  /** `tool_choice` any or tool. No family accepts these together with a thinking budget. */
  readonly takesForcedTools: boolean
  /** `output_config.format` and strict tools. */
  readonly takesStructuredOutput: boolean
  /** Whether the role `system` inside `messages` is obeyed. */
  readonly takesSystemTurns: boolean
  /** Whether a conversation may end with the beginning of the answer. */
  readonly takesPrefill: boolean
  /** Cache marks on every host. Bedrock supports them from 3.7 on. */
  readonly takesCacheMarks: boolean
  /** undefined = unknown. */
  readonly outputTokensMax: number | undefined
}

const NEWEST: ClaudeFamily = {
  isClaude: true,
  takesAdaptiveThinking: true,
  takesThinkingBudget: false,
  takesEffort: true,
  takesXhigh: true,
  takesSampling: false,
  takesForcedTools: true,
  takesStructuredOutput: true,
  takesSystemTurns: true,
  takesPrefill: false,
  takesCacheMarks: true,
  outputTokensMax: 128_000,
}

const WITHOUT_SYSTEM_TURNS: ClaudeFamily = { ...NEWEST, takesSystemTurns: false }

const TRANSITIONAL: ClaudeFamily = {
  ...WITHOUT_SYSTEM_TURNS,
  takesThinkingBudget: true,
  takesXhigh: false,
  takesSampling: true,
}

const BUDGET: ClaudeFamily = {
  ...TRANSITIONAL,
  takesAdaptiveThinking: false,
  takesEffort: false,
  takesPrefill: true,
  outputTokensMax: 64_000,
}

const UNSTRUCTURED: ClaudeFamily = { ...BUDGET, takesStructuredOutput: false }

const UNTHINKING: ClaudeFamily = {
  ...UNSTRUCTURED,
  takesThinkingBudget: false,
  takesCacheMarks: false,
  outputTokensMax: 4096,
}

/** Compatible models of other vendors support what the protocol had when they adopted it. */
const FOREIGN: ClaudeFamily = {
  ...UNSTRUCTURED,
  isClaude: false,
  takesCacheMarks: false,
  outputTokensMax: undefined,
}

/** The first match wins. Names without a minor version must not match names with one, which are newer. */
const FAMILIES: readonly (readonly [RegExp, ClaudeFamily])[] = [
  [/^claude-(?:fable|mythos)/, { ...NEWEST, takesForcedTools: false }],
  [/^claude-sonnet-5|^claude-opus-4-7(?!\d)/, WITHOUT_SYSTEM_TURNS],
  [/^claude-(?:opus|sonnet)-4-6(?!\d)/, TRANSITIONAL],
  [/^claude-opus-4-5(?!\d)/, { ...BUDGET, takesEffort: true }],
  [/^claude-(?:sonnet|haiku)-4-5(?!\d)/, BUDGET],
  [/^claude-opus-4-1(?!\d)/, { ...BUDGET, outputTokensMax: 32_000 }],
  [/^claude-opus-4(?!\d|-[1-9]\d?(?!\d))/, { ...UNSTRUCTURED, outputTokensMax: 32_000 }],
  [/^claude-sonnet-4(?!\d|-[1-9]\d?(?!\d))|^claude-3-7/, UNSTRUCTURED],
  [/^claude-3-5/, { ...UNTHINKING, outputTokensMax: 8192 }],
  [/^claude-(?:3|2|v\d|instant)/, UNTHINKING],
  [/^claude/, NEWEST],
]

/**
 * Returns the family of a model by any of its names: `claude-opus-4-8`, `us.anthropic.claude-sonnet-4-5-20250929-v1:0`,
 * `claude-3-7-sonnet@20250219`, `anthropic/claude-haiku-4.5`. An unknown Claude model is assumed to be a newer one.
 */
export function claudeFamily(model: string): ClaudeFamily {
  const plain = model.toLowerCase().replaceAll('.', '-')
  const start = plain.indexOf('claude')
  if (start === -1) return FOREIGN
  // Resellers put the version before the model's name, which was the order up to 3.7.
  const name = plain
    .slice(start)
    .replace(/^claude-([4-9](?:-\d{1,2}(?!\d))?)-(opus|sonnet|haiku)/, 'claude-$2-$1')
  return FAMILIES.find(([pattern]) => pattern.test(name))?.[1] ?? FOREIGN
}
