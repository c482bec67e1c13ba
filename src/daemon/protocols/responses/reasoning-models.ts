import type { Effort, ReasoningWish } from '../conversation/types.ts'

/** What a family of OpenAI models makes of a reasoning effort. */
interface EffortFamily {
  readonly prefix: RegExp
  /** Efforts it takes, from little to much; empty = the model does not reason, or as it likes. */
  readonly efforts: readonly Effort[]
  readonly reasons: boolean
}

/**
 * First match wins. `protocols.md` A.8; o-series from the API's own refusal ("Supported values are: 'low', 'medium', and
 * 'high'"). Names that match none are other vendors': what the client said goes to them as it is.
 */
const FAMILIES: readonly EffortFamily[] = [
  { prefix: /^(?:gpt-[34]|chatgpt-|gpt-5-chat)/, efforts: [], reasons: false },
  { prefix: /^gpt-5\.\d+-chat/, efforts: [], reasons: true },
  { prefix: /^gpt-5(?:\.\d+)?-(?:pro|codex)/, efforts: ['low', 'medium', 'high'], reasons: true },
  {
    prefix: /^gpt-5\.(?:[6-9]|\d\d)/,
    efforts: ['none', 'low', 'medium', 'high', 'xhigh', 'max'],
    reasons: true,
  },
  { prefix: /^gpt-5\.[2-5]/, efforts: ['none', 'low', 'medium', 'high', 'xhigh'], reasons: true },
  { prefix: /^gpt-5\.1/, efforts: ['none', 'low', 'medium', 'high'], reasons: true },
  { prefix: /^gpt-5/, efforts: ['minimal', 'low', 'medium', 'high'], reasons: true },
  { prefix: /^o\d/, efforts: ['low', 'medium', 'high'], reasons: true },
]

const ORDER: readonly Effort[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/** Upper ends of thinking budgets, in tokens, and the effort that comes nearest. */
const BUDGETS: readonly (readonly [number, Effort])[] = [
  [0, 'none'],
  [1024, 'minimal'],
  [4096, 'low'],
  [12_288, 'medium'],
  [24_576, 'high'],
]

/** Whether the model takes reasoning settings and gives encrypted reasoning; it answers 400 to both otherwise. */
export function takesReasoning(model: string): boolean {
  return familyOf(model)?.reasons ?? true
}

/** How much the client wants the model to think, as an effort that the model takes; undefined = as the model likes. */
export function effortFor(model: string, wish: ReasoningWish): Effort | undefined {
  const wanted = wish.effort ?? effortOfBudget(wish.budgetTokens)
  const family = familyOf(model)
  if (wanted === undefined || !family) return wanted
  // The next one up; the most there is where nothing is above.
  const rank = ORDER.indexOf(wanted)
  return family.efforts.find((each) => ORDER.indexOf(each) >= rank) ?? family.efforts.at(-1)
}

function effortOfBudget(tokens: number | undefined): Effort | undefined {
  if (tokens === undefined || tokens < 0) return undefined
  return BUDGETS.find(([end]) => tokens <= end)?.[1] ?? 'xhigh'
}

/** Publishers' prefixes (`openai/`) are no part of the name. */
function familyOf(model: string): EffortFamily | undefined {
  const name = model.slice(model.lastIndexOf('/') + 1)
  return FAMILIES.find((family) => family.prefix.test(name))
}

/** Models from this family on honour marks that say how far to cache. */
export const takesCacheBreakpoints = (model: string): boolean => /(?:^|\/)gpt-5\.(?:[6-9]|\d\d)/.test(model)
