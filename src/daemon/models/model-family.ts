import table from './catalogue.json' with { type: 'json' }

/** A kind of content that a model accepts or produces. */
export type Modality = 'text' | 'image' | 'audio' | 'video' | 'file' | 'embeddings'

/** Reasoning abilities of a family. */
export interface FamilyReasoning {
  /** True if it reasons when the request does not mention it. */
  readonly byDefault: boolean
  /** True if the effort `none` turns reasoning off and any other effort turns it on. */
  readonly canSwitch: boolean
  /** Accepted efforts, from low to high; empty = only its default. */
  readonly efforts: readonly string[]
}

/** Known facts about the models of a family. */
export interface ModelFamily {
  readonly maker: string
  /** True if the weights are public, so that other hosts may set different limits. */
  readonly isOpen: boolean
  /** The context window; undefined = not known. */
  readonly contextTokens: number | undefined
  /** The longest output, reasoning included; undefined = not known. */
  readonly outputTokens: number | undefined
  readonly takes: readonly Modality[]
  readonly gives: readonly Modality[]
  /** false = it does not reason; undefined = not known. */
  readonly reasoning: FamilyReasoning | false | undefined
  /** The only format in which its maker serves it; undefined = no restriction. */
  readonly only: 'responses' | undefined
  /** The only format in which its maker accepts function tools while the model reasons; undefined = no restriction. */
  readonly toolsWithReasoning: 'responses' | undefined
  /** True if it respects cache marks. */
  readonly honoursCacheMarks: boolean
  /** The role that its maker requires for the system prompt; undefined = unchanged. */
  readonly systemRole: 'developer' | undefined
  /** True if it refuses `max_tokens` and accepts `max_completion_tokens`, as all reasoning models do. */
  readonly needsNewerCap: boolean
  /** By format: members that it refuses with 400, with the values that it nevertheless accepts. */
  readonly refuses: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>
  readonly sources: readonly FamilySource[]
}

/** The source of facts about a family. */
export interface FamilySource {
  readonly title: string
  readonly url: string
  /** The date stated by the source, or else the day on which it was read. */
  readonly as_of: string
}

/** A row of `families` in `catalogue.json`. Missing members are unknown or false. */
interface FamilyRow {
  readonly pattern: string
  readonly maker: string
  readonly context_tokens?: number
  readonly output_tokens?: number
  readonly takes: readonly string[]
  readonly gives: readonly string[]
  readonly reasoning?:
    | { readonly by_default: boolean; readonly can_switch: boolean; readonly efforts: readonly string[] }
    | false
  readonly only?: string
  readonly tools_with_reasoning?: string
  readonly honours_cache_marks?: boolean
  readonly is_open?: boolean
  readonly system_role?: string
  readonly needs_newer_cap?: boolean
  readonly refuses?: ModelFamily['refuses']
  readonly sources: readonly string[]
}

const sources: Readonly<Record<string, FamilySource>> = table.sources

const toFamily = (row: FamilyRow): readonly [RegExp, ModelFamily] => [
  new RegExp(row.pattern),
  {
    maker: row.maker,
    isOpen: row.is_open ?? false,
    contextTokens: row.context_tokens,
    outputTokens: row.output_tokens,
    takes: row.takes as readonly Modality[],
    gives: row.gives as readonly Modality[],
    reasoning: row.reasoning && {
      byDefault: row.reasoning.by_default,
      canSwitch: row.reasoning.can_switch,
      efforts: row.reasoning.efforts,
    },
    only: row.only as ModelFamily['only'],
    toolsWithReasoning: row.tools_with_reasoning as ModelFamily['toolsWithReasoning'],
    honoursCacheMarks: row.honours_cache_marks ?? false,
    systemRole: row.system_role as ModelFamily['systemRole'],
    needsNewerCap: row.needs_newer_cap ?? (row.maker === 'openai' && !!row.reasoning),
    refuses: row.refuses ?? {},
    sources: row.sources.flatMap((name) => sources[name] ?? []),
  },
]

/** The families in lookup order. The first match wins, so special families come before general ones. */
const FAMILIES = (table.families as readonly FamilyRow[]).map(toFamily)

/** Prefix of a reseller's model name before the family name, such as the publisher and the region. */
const NAME_START =
  /(?:^|[/.@:])((?:gpt|chatgpt|codex|davinci|babbage|claude|gemini|deepseek|kimi)[-\d].*|o\d(?:-.*)?)$/

const known = new Map<string, ModelFamily | undefined>()
/** Limit of the cache, because clients choose the names. */
const KNOWN_MAX = 1_000

/**
 * Finds the family of a model by any of its names: `gpt-5.4-mini`, `openai/gpt-4o`, `GPT-5.4`,
 * `us.anthropic.claude-sonnet-4-5-20250929-v1:0`.
 *
 * @returns undefined = the table has no row for it
 */
export function modelFamily(model: string): ModelFamily | undefined {
  if (known.has(model)) return known.get(model)
  const lower = model.toLowerCase()
  const name = NAME_START.exec(lower)?.[1] ?? lower
  // Resellers write the version of a Claude with a dot.
  const plain = name.startsWith('claude') ? name.replaceAll('.', '-') : name
  const found = FAMILIES.find(([pattern]) => pattern.test(plain))?.[1]
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(model, found)
  return found
}

/** Reports whether a model of the family reasons with this effort. @param effort undefined = the request states none */
export function reasonsAt({ reasoning }: ModelFamily, effort: string | undefined): boolean {
  if (!reasoning) return false
  return reasoning.canSwitch && effort !== undefined ? effort !== 'none' : reasoning.byDefault
}

/** The efforts of all makers, from low to high. */
const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/** Returns the nearest effort of a family: the next higher one, or the highest if there is none above. */
export function nearestEffort({ reasoning }: ModelFamily, wanted: string): string | undefined {
  const efforts = reasoning ? reasoning.efforts : []
  const rank = EFFORTS.indexOf(wanted)
  return efforts.find((each) => EFFORTS.indexOf(each) >= rank) ?? efforts.at(-1)
}
