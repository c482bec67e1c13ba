import type { SteeringRule } from '../steering.ts'

/*
 * Anthropic ignores betas that it does not know; the clouds refuse the whole request: "invalid beta flag" (Bedrock),
 * "Unexpected value(s) ... for the `anthropic-beta` header" (Vertex AI). Claude Code sends some ten of them with every
 * request. Beyond 200 000 tokens of context (`context-1m-*`) other prices apply, so that one is left out everywhere.
 */

const onBoth = [
  'computer-use-2025-01-24',
  'computer-use-2025-11-24',
  'context-management-2025-06-27',
  'fine-grained-tool-streaming-2025-05-14',
  'interleaved-thinking-2025-05-14',
  'tool-search-tool-2025-10-19',
]

/**
 * Anthropic's name for tool search. The clouds use another name, and without it they refuse tools with `defer_loading`, which
 * Claude Code sends with every request.
 *
 * @see https://docs.claude.com/en/docs/agents-and-tools/tool-use/tool-search-tool (a name for each provider)
 */
const TOOL_SEARCH: SteeringRule = {
  at: 'beta',
  name: 'advanced-tool-use-2025-11-20',
  fate: 'free',
  sentAs: 'tool-search-tool-2025-10-19',
}

const only = (...accepted: readonly string[]): readonly SteeringRule[] => [
  TOOL_SEARCH,
  ...accepted.map((name): SteeringRule => ({ at: 'beta', name, fate: 'free' })),
  { at: 'beta', name: '*', fate: 'stripped' },
]

/** Bedrock answers 400 to tools that Anthropic runs itself. */
export const bedrockTools: readonly SteeringRule[] = [
  ...['web_search_*', 'web_fetch_*', 'code_execution_*', 'mcp_toolset'],
].map((name) => ({ at: 'tool', name, fate: 'stripped' }))

/** @see https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages-request-response.html */
export const bedrockBetas = only(
  ...onBoth,
  'dev-full-thinking-2025-05-14',
  'effort-2025-11-24',
  'output-128k-2025-02-19',
  'token-efficient-tools-2025-02-19',
  'tool-examples-2025-10-29',
)

/** `effort-*`, `prompt-caching-scope-*` and `structured-outputs-*` were seen refused (github.com/anthropics/claude-code/issues/34802, 21625). */
export const vertexBetas = only(...onBoth, 'web-search-2025-03-05')
