import table from './catalogue.json' with { type: 'json' }

/** A kind of content that a model takes or gives. */
export type Modality = 'text' | 'image' | 'audio' | 'video' | 'file' | 'embeddings'

/** How a family thinks before it answers. */
export interface FamilyReasoning {
  /** Without a word about it. */
  readonly byDefault: boolean
  /** The effort `none` turns it off, any other turns it on. */
  readonly canSwitch: boolean
  /** Efforts it takes, from little to much; empty = its own only. */
  readonly efforts: readonly string[]
}

/** What is known of the models of one family. */
export interface ModelFamily {
  readonly maker: string
  /** The weights are public: hosts other than its maker set limits of their own. */
  readonly isOpen: boolean
  /** The context window; undefined = not known. */
  readonly contextTokens: number | undefined
  /** The longest answer, reasoning included; undefined = not known. */
  readonly outputTokens: number | undefined
  readonly takes: readonly Modality[]
  readonly gives: readonly Modality[]
  /** false = it does not reason; undefined = not known. */
  readonly reasoning: FamilyReasoning | false | undefined
  /** Its maker serves it in this format alone. */
  readonly only: 'responses' | undefined
  /** Its maker takes function tools of a model that reasons in this format alone. */
  readonly toolsWithReasoning: 'responses' | undefined
  /** Marks that say how far to cache are obeyed. */
  readonly honoursCacheMarks: boolean
  /** The role that its maker wants the system prompt in; undefined = it is left as it is. */
  readonly systemRole: 'developer' | undefined
  /** `max_tokens` is not taken, `max_completion_tokens` is. All that reason are like that. */
  readonly needsNewerCap: boolean
  /** By format: members that it answers with 400, and the values that it takes all the same. */
  readonly refuses: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>
  readonly sources: readonly FamilySource[]
}

/** Where facts about a family come from. */
export interface FamilySource {
  readonly title: string
  readonly url: string
  /** The day that the source states, or else the day on which it was read. */
  readonly as_of: string
}

/** A row of `families` in `catalogue.json`; what is left out is not known, or not so. */
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

/** First match wins, so the special ones stand before the general. */
const FAMILIES = (table.families as readonly FamilyRow[]).map(toFamily)

/** What makes a maker's name out of a reseller's: publisher, region and everything else before the family. */
const NAME_START =
  /(?:^|[/.@:])((?:gpt|chatgpt|codex|davinci|babbage|claude|gemini|deepseek|kimi)[-\d].*|o\d(?:-.*)?)$/

const known = new Map<string, ModelFamily | undefined>()
/** Names come from outside. */
const KNOWN_MAX = 1_000

/**
 * The family of a model by any of its names: `gpt-5.4-mini`, `openai/gpt-4o`, `GPT-5.4`,
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

/** Whether a model of the family reasons when it is asked with this effort. @param effort undefined = none is stated */
export function reasonsAt({ reasoning }: ModelFamily, effort: string | undefined): boolean {
  if (!reasoning) return false
  return reasoning.canSwitch && effort !== undefined ? effort !== 'none' : reasoning.byDefault
}

/** Efforts of all makers, from little to much. */
const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/** The effort of a family that comes nearest: the next one up, the most there is where nothing is above. */
export function nearestEffort({ reasoning }: ModelFamily, wanted: string): string | undefined {
  const efforts = reasoning ? reasoning.efforts : []
  const rank = EFFORTS.indexOf(wanted)
  return efforts.find((each) => EFFORTS.indexOf(each) >= rank) ?? efforts.at(-1)
}
