import { refusals } from '../errors/refusals.ts'
import type { Losses } from '../protocols/conversation/codec.ts'
import { leaveOutWebSearch } from '../protocols/conversation/hosted-tools.ts'
import type { ConversationRequest, Turn } from '../protocols/conversation/types.ts'

/** Features that a request may use beyond its conversation, by their names in OpenAI's API, with a check for each. */
const WISHES = {
  max_tokens: (request) => request.outputTokensMax !== undefined,
  temperature: (request) => request.temperature !== undefined,
  top_p: (request) => request.topP !== undefined && request.topP !== 1,
  top_k: (request) => request.topK !== undefined,
  seed: (request) => request.seed !== undefined,
  presence_penalty: (request) => (request.presencePenalty ?? 0) !== 0,
  frequency_penalty: (request) => (request.frequencyPenalty ?? 0) !== 0,
  stop: (request) => (request.stop?.length ?? 0) > 0,
  logprobs: (request) => request.logprobs !== undefined,
  response_format: (request) => request.format !== undefined,
  reasoning_effort: ({ reasoning }) =>
    reasoning?.effort !== undefined || reasoning?.budgetTokens !== undefined,
  verbosity: (request) => request.verbosity !== undefined,
  service_tier: ({ serviceTier }) =>
    serviceTier !== undefined && serviceTier !== 'auto' && serviceTier !== 'default',
  parallel_tool_calls: (request) => request.parallelToolCalls === false && request.tools.length > 0,
  tools: (request) => request.tools.length > 0,
  cache_control: hasCacheMarks,
} as const satisfies Record<string, (request: ConversationRequest) => boolean>

/** Names of features that a format may lack. */
export type Wish = keyof typeof WISHES

/**
 * Reports all features of a request that the format does not support. The end user's name and the prompt cache key do not
 * change the answer, so their loss is not reported.
 *
 * @param carried features that the format supports
 * @throws AppError `translation_unsupported` for a forced search, and for a forced tool without tools
 */
export function noteUncarried(request: ConversationRequest, losses: Losses, carried: readonly Wish[]): void {
  if (request.webSearch) leaveOutWebSearch(request.webSearch, losses, refusals.noWebSearch)
  const choice = request.toolChoice
  const isForced =
    choice?.kind === 'required' ||
    choice?.kind === 'tool' ||
    (choice?.kind === 'allowed' && choice.mode === 'required')
  if (isForced && !carried.includes('tools')) losses.refuse('tool_choice', refusals.noClientTools)
  for (const [name, isAsked] of Object.entries(WISHES))
    if (!carried.some((each) => each === name) && isAsked(request)) losses.add(name)
}

function hasCacheMarks(request: ConversationRequest): boolean {
  return (
    request.tools.some((tool) => tool.kind === 'function' && tool.cache !== undefined) ||
    request.turns.some(isMarked)
  )
}

const isMarked = (turn: Turn): boolean =>
  turn.parts.some((part) => 'cache' in part && part.cache !== undefined)
