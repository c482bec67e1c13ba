import { steeringMembers } from '../../channel-types/steering.ts'
import { AppError } from '../../errors/app-error.ts'
import { isObject, objectsOf } from '../../protocols/json-access.ts'
import { countMembers } from '../../protocols/openai/picture-count.ts'
import type { JsonObject, JsonValue } from '../../protocols/types.ts'

/** Top-level members of a body, in any protocol, that are read to check, price or route a request. */
const READ: readonly string[] = [
  ...[
    'model',
    'group',
    'messages',
    'input',
    'prompt',
    'system',
    'instructions',
    'contents',
    'query',
    'documents',
  ],
  ...['systemInstruction', 'system_instruction', 'stream', 'stream_options', 'best_of', 'size', 'quality'],
  ...['max_tokens', 'max_completion_tokens', 'max_output_tokens', 'generationConfig', 'generation_config'],
  ...[
    'tools',
    'tool_choice',
    'thinking',
    'reasoning',
    'reasoning_effort',
    'background',
    'store',
    'conversation',
  ],
  ...['previous_response_id', 'web_search_options', 'anthropic_beta', 'container', 'mcp_servers', 'requests'],
]

/** Nested members that affect the price, by the name of the member that contains them. */
const READ_WITHIN: Readonly<Record<string, readonly string[]>> = {
  tools: ['type', 'name', 'function'],
  stream_options: ['include_usage'],
  sequential_image_generation_options: ['max_images'],
  generationConfig: ['maxOutputTokens', 'candidateCount', 'thinkingConfig'],
  generation_config: ['max_output_tokens', 'candidate_count', 'thinking_config'],
}

/** To servers that compare names this way, the long s and the kelvin sign are letters too. */
const fold = (name: string): string => name.toUpperCase().toLowerCase()

const byFold = (names: Iterable<string>): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>()
  for (const name of names) found.set(fold(name), (found.get(fold(name)) ?? new Set()).add(name))
  return found
}

const KNOWN = byFold([...READ, ...countMembers, ...steeringMembers])
const KNOWN_WITHIN = new Map(Object.entries(READ_WITHIN).map(([name, within]) => [name, byFold(within)]))

/**
 * Refuses names that differ from a known one only in upper and lower case. Servers written in Go treat them as the
 * known name, and use the last one if there are several: they would not run what was checked and priced in the gateway.
 *
 * @throws AppError `member_case`
 */
export function refuseCaseVariants(body: JsonObject): void {
  check(body, KNOWN, '')
  for (const [name, known] of KNOWN_WITHIN) {
    const value = body[name]
    if (value !== undefined) for (const within of objectsIn(value)) check(within, known, `${name}.`)
  }
}

const objectsIn = (value: JsonValue): readonly JsonObject[] => (isObject(value) ? [value] : objectsOf(value))

function check(object: JsonObject, known: ReadonlyMap<string, ReadonlySet<string>>, path: string): void {
  for (const name of Object.keys(object)) {
    // Most names have the known spelling.
    if (known.get(name)?.has(name)) continue
    const meant = known.get(fold(name))
    if (!meant || meant.has(name)) continue
    const [first = ''] = meant
    throw new AppError('member_case', {
      field: `${path}${name}`,
      values: { field: `${path}${name}`, name: `${path}${first}` },
    })
  }
}
