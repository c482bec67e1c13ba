import type { OperationName } from '../protocols/types.ts'

/**
 * How Tollgate treats a part of a request that changes the model or the vendor's price:
 *
 * - `priced`: passed on; the charge includes it.
 * - `free`: passed on; it costs nothing beyond its tokens.
 * - `stripped`: left out, and announced in the header `tollgate-translation`.
 * - `unpriced`: refused, unless the caller accepts parts without a price.
 * - `refused`: always refused.
 */
export type Fate = 'priced' | 'free' | 'stripped' | 'unpriced' | 'refused'

/** A rule for one part of a request that changes the model or the price. */
export interface SteeringRule {
  /**
   * `member`: a top-level member of the body. `tool`: the type of an entry of `tools`, or its name with Google. `beta`: an entry of
   * the header `anthropic-beta`, or of the body's `anthropic_beta`. `query`: an argument of the address.
   */
  readonly at: 'member' | 'tool' | 'beta' | 'query'
  /** Exact name; a `*` at the end matches any continuation. */
  readonly name: string
  readonly fate: Fate
  /** The name of the beta at the vendor, if it differs. */
  readonly sentAs?: string
  /** Values that change nothing. These are always included: null, false, 0, '' and empty lists and objects. */
  readonly harmless?: readonly string[]
}

const rules = (at: SteeringRule['at'], fate: Fate, ...names: readonly string[]): SteeringRule[] =>
  names.map((name) => ({ at, name, fate }))

/**
 * Service tiers of OpenAI, Groq, Anthropic (`standard_only`) and Google. `auto` follows the settings of the vendor's account,
 * which its owner chooses; `flex` costs less than Tollgate charges.
 */
const TIERS: readonly SteeringRule[] = ['service_tier', 'serviceTier'].map((name) => ({
  at: 'member',
  name,
  fate: 'stripped',
  harmless: ['auto', 'default', 'standard', 'standard_only', 'on_demand', 'flex'],
}))

/**
 * Members that choose a model other than the priced one: OpenRouter's `models`, `route` and `preset`, and LiteLLM's
 * `fallbacks`. They apply to every type, because any base URL may lead to OpenRouter. `provider` chooses among the hosts of a
 * model, whose prices differ.
 */
const ROUTERS: readonly SteeringRule[] = [
  ...rules('member', 'refused', 'models', 'route', 'preset', 'fallbacks'),
  ...rules('member', 'stripped', 'provider'),
]

/**
 * Members that request searches and tools of vendors: OpenRouter and MiniMax (`plugins`), xAI, Qwen, Baidu, Hunyuan, Cohere.
 * The vendors charge for them, but Tollgate cannot count how often they ran. xAI charges $2.50 to $10 per thousand calls,
 * Perplexity $5 to $14 per thousand requests, OpenRouter the price of its search engine.
 *
 * @see https://docs.x.ai/developers/pricing (read 2026-11-23)
 * @see https://docs.perplexity.ai/getting-started/pricing (read 2026-11-23)
 */
const VENDOR_TOOLS: readonly SteeringRule[] = rules(
  'member',
  'unpriced',
  ...['plugins', 'search_parameters', 'enable_search', 'search_options', 'web_search', 'connectors'],
  ...['enable_enhancement', 'force_search_enhancement', 'enable_code_interpreter', 'enable_deep_search'],
)

/**
 * xAI answers with an ID and continues in the background. The result could not be fetched through Tollgate and would not be
 * charged.
 *
 * @see https://docs.x.ai/developers/advanced-api-usage/deferred-chat-completions (read 2026-11-29)
 */
const LATER: readonly SteeringRule[] = rules('member', 'stripped', 'deferred')

/**
 * Inference in one country costs more. We refuse the member instead of leaving it out, because data that has to stay in the
 * country would leave it.
 *
 * @see https://platform.claude.com/docs/en/manage-claude/data-residency (read 2026-11-29)
 */
const IN_ONE_COUNTRY: SteeringRule = {
  at: 'member',
  name: 'inference_geo',
  fate: 'unpriced',
  harmless: ['global'],
}

const CLIENT_TOOLS = rules('tool', 'free', 'function', 'custom')
const ANY_OTHER_TOOL = rules('tool', 'unpriced', '*')

const OPENAI: readonly SteeringRule[] = [...TIERS, ...ROUTERS, ...VENDOR_TOOLS]

/** Rules for picture models. Those of Volcano can search the web, which has no price in Tollgate. */
const PICTURES: readonly SteeringRule[] = [...OPENAI, ...ANY_OTHER_TOOL]

/** Rules by the format used with the upstream. The first matching rule applies. */
const BY_OPERATION: Partial<Record<OperationName, readonly SteeringRule[]>> = {
  chat: [
    ...OPENAI,
    ...LATER,
    ...rules('member', 'priced', 'web_search_options'),
    ...CLIENT_TOOLS,
    ...ANY_OTHER_TOOL,
  ],
  responses: [
    ...OPENAI,
    ...CLIENT_TOOLS,
    // The client runs these tools, or they cost only tokens.
    ...rules(
      'tool',
      'free',
      'shell',
      'local_shell',
      'apply_patch',
      'computer*',
      'mcp',
      'tool_search',
      'namespace',
    ),
    ...rules('tool', 'priced', 'web_search*', 'file_search', 'image_generation'),
    ...ANY_OTHER_TOOL,
  ],
  messages: [
    ...TIERS,
    ...ROUTERS,
    IN_ONE_COUNTRY,
    { at: 'member', name: 'speed', fate: 'stripped', harmless: ['standard'] },
    // These make prompts beyond 200 000 tokens cost twice as much, and faster answers six times as much.
    ...rules('beta', 'stripped', 'context-1m-*', 'fast-mode-*'),
    ...CLIENT_TOOLS,
    ...rules('tool', 'free', 'bash_*', 'text_editor_*', 'computer_*', 'memory_*'),
    ...rules('tool', 'free', 'web_fetch_*', 'tool_search_tool_*', 'mcp_toolset'),
    ...rules('tool', 'priced', 'web_search_*'),
    ...ANY_OTHER_TOOL,
  ],
  image: PICTURES,
  'image-edit': PICTURES,
  'image-variation': PICTURES,
  generate: [
    ...TIERS,
    ...rules('tool', 'free', 'functionDeclarations', 'function_declarations', 'computerUse', 'computer_use'),
    ...rules('tool', 'free', 'urlContext', 'url_context', 'codeExecution', 'code_execution'),
    ...rules('tool', 'priced', 'googleSearch', 'google_search'),
    ...ANY_OTHER_TOOL,
  ],
}

type At = SteeringRule['at']

/** The steering rules for one vendor and format, indexed by name. */
export class Steering {
  readonly #byName: Readonly<Record<At, Map<string, PlacedRule>>> = {
    member: new Map(),
    tool: new Map(),
    beta: new Map(),
    query: new Map(),
  }
  /** Rules whose name ends with `*`, with the part before it. */
  readonly #byBeginning: Readonly<Record<At, (PlacedRule & { readonly beginning: string })[]>> = {
    member: [],
    tool: [],
    beta: [],
    query: [],
  }

  /** @param rules in order: the first one that matches applies */
  constructor(rules: readonly SteeringRule[]) {
    for (const [place, rule] of rules.entries()) {
      const { at, name } = rule
      if (name.endsWith('*')) this.#byBeginning[at].push({ rule, place, beginning: name.slice(0, -1) })
      else if (!this.#byName[at].has(name)) this.#byName[at].set(name, { rule, place })
    }
  }

  /** Returns the first matching rule; undefined = none. */
  ruleFor(at: At, name: string): SteeringRule | undefined {
    const exact = this.#byName[at].get(name)
    for (const { rule, place, beginning } of this.#byBeginning[at])
      if ((exact === undefined || place < exact.place) && name.startsWith(beginning)) return rule
    return exact?.rule
  }
}

/** A rule and its position in the list. */
interface PlacedRule {
  readonly rule: SteeringRule
  readonly place: number
}

/** All members of a body that have a rule. */
export const steeringMembers: ReadonlySet<string> = new Set(
  [...OPENAI, ...Object.values(BY_OPERATION).flat()].flatMap(({ at, name }) =>
    at === 'member' ? [name] : [],
  ),
)

const made = new WeakMap<readonly SteeringRule[], Map<string, Steering>>()
const NONE: readonly SteeringRule[] = []

/** Returns the rules for calls to a vendor in a format. @param own the rules of its type, which come first */
export function steeringOf(
  operation: OperationName | 'models' | 'files' | 'batches',
  own: readonly SteeringRule[] = NONE,
): Steering {
  const ofType = made.get(own) ?? new Map<string, Steering>()
  made.set(own, ofType)
  const known = ofType.get(operation)
  if (known) return known
  const isCall = operation !== 'models' && operation !== 'files' && operation !== 'batches'
  const steering = new Steering([...own, ...(isCall ? (BY_OPERATION[operation] ?? OPENAI) : [])])
  ofType.set(operation, steering)
  return steering
}
