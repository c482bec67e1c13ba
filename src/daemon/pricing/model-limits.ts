/** What one call of a model takes and gives at most, in tokens. */
export interface ModelLimits {
  /** The context window. */
  readonly contextTokens: number
  /** The longest answer, reasoning included. */
  readonly outputTokens: number
}

/** A name that no row matches: as much as large models take and give, because too small a bound would be a wrong one. */
const UNKNOWN: ModelLimits = { contextTokens: 1_048_576, outputTokens: 131_072 }

const limits = (contextTokens: number, outputTokens: number): ModelLimits => ({ contextTokens, outputTokens })

/**
 * The vendors' own figures, first match wins, so the special ones stand before the general. Where two sources disagree,
 * the larger figure is taken. Read 2026-11: https://developers.openai.com/api/docs/models,
 * https://platform.claude.com/docs/en/about-claude/models/overview, https://ai.google.dev/gemini-api/docs/models,
 * https://api-docs.deepseek.com/quick_start/pricing.
 */
const FAMILIES: readonly (readonly [pattern: RegExp, limits: ModelLimits])[] = [
  [/^gpt-5(\.\d+)?-chat/, limits(128_000, 16_384)],
  [/^gpt-5\.[4-9]-(mini|nano)/, limits(400_000, 128_000)],
  [/^gpt-5\.[4-9]/, limits(1_050_000, 128_000)],
  [/^gpt-5/, limits(400_000, 128_000)],
  [/^gpt-4\.1/, limits(1_047_576, 32_768)],
  [/^(gpt-4o|chatgpt-4o|gpt-4\.5|gpt-audio)/, limits(128_000, 16_384)],
  [/^gpt-4-(turbo|1106|0125|vision)/, limits(128_000, 4_096)],
  [/^gpt-4-32k/, limits(32_768, 32_768)],
  [/^gpt-4(-\d{4})?$/, limits(8_192, 8_192)],
  [/^gpt-3\.5-turbo-instruct/, limits(4_096, 4_096)],
  [/^gpt-3\.5/, limits(16_385, 4_096)],
  [/^(davinci|babbage)-002/, limits(16_384, 16_384)],
  [/^o1-preview/, limits(128_000, 32_768)],
  [/^o1-mini/, limits(128_000, 65_536)],
  [/^(o[1-9]|codex-mini)/, limits(200_000, 100_000)],
  [/^claude-(2|instant)/, limits(200_000, 4_096)],
  [/^claude-3-7/, limits(200_000, 128_000)],
  [/^claude-3-5/, limits(200_000, 8_192)],
  [/^claude-3/, limits(200_000, 4_096)],
  [/^claude-opus-4-5/, limits(200_000, 64_000)],
  [/^claude-opus-4(-[01])?(?!-\d(?!\d))/, limits(200_000, 32_000)],
  [/^claude-haiku-4/, limits(200_000, 64_000)],
  [/^claude-sonnet-4(-[05])?(?!-\d(?!\d))/, limits(1_000_000, 64_000)],
  [/^claude/, limits(1_000_000, 128_000)],
  [/^gemini-1\.5/, limits(2_097_152, 8_192)],
  [/^gemini-2\.0/, limits(1_048_576, 8_192)],
  [/^gemini/, limits(1_048_576, 65_536)],
  [/^deepseek-v4/, limits(1_000_000, 393_216)],
  [/^deepseek/, limits(131_072, 65_536)],
]

/** What makes a vendor's name out of a reseller's: publisher, region and everything else before the family. */
const FAMILY_START = /(?:^|[/.@:])((?:gpt|chatgpt|o\d|codex|davinci|babbage|claude|gemini|deepseek)[-\d].*)$/

const known = new Map<string, ModelLimits>()
/** Names come from outside. */
const KNOWN_MAX = 1_000

/** @param model as the upstream knows it; a publisher before it (`openai/gpt-4o`) is no obstacle */
export function modelLimits(model: string): ModelLimits {
  const found = known.get(model)
  if (found) return found
  const lower = model.toLowerCase()
  const name = FAMILY_START.exec(lower)?.[1] ?? lower
  // Resellers write the version of a Claude with a dot.
  const plain = name.startsWith('claude') ? name.replaceAll('.', '-') : name
  const made = FAMILIES.find(([pattern]) => pattern.test(plain))?.[1] ?? UNKNOWN
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(model, made)
  return made
}

/** Models that look things up by themselves, whatever the request says. */
const LOOKS_UP = /search|sonar|deep-research|-online\b|compound|gizmo|-all$/i

/** Whether a model adds context that is not in the request. */
export const looksThingsUp = (model: string): boolean => LOOKS_UP.test(model)
