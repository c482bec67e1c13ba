import type { UpstreamFailure } from './upstream-failure.ts'

/** OpenAI's error code for a prompt that is too long. Clients react to it by shortening their conversation. */
export const CONTEXT_OVERFLOW = 'context_length_exceeded'

/** The type and code that every client gets, whatever the vendor sent. */
export const PROMPT_TOO_LONG = { type: 'invalid_request_error', code: CONTEXT_OVERFLOW, param: null } as const

/** The numbers that the vendor stated in its error. */
export interface ContextOverflow {
  readonly promptTokens?: number
  readonly outputTokens?: number
  readonly limit?: number
}

/** The second code is Baidu's. */
const CODES: ReadonlySet<string> = new Set([CONTEXT_OVERFLOW, 'prompt_too_long'])

/**
 * Error messages of vendors that have no code for this error. Messages about tokens per minute do not belong here,
 * because such limits pass by themselves.
 */
const SAYINGS: readonly RegExp[] = [
  // OpenAI, DeepSeek, Mistral, vLLM, OpenRouter
  /maximum context length/i,
  /exceeds? (?:the |this |its )?(?:model'?s )?(?:maximum |available |max )?context (?:window|length|size)/i,
  // Anthropic, also at Bedrock and Vertex AI
  /prompt is too long|exceed context limit|input is too long for (?:the )?requested model/i,
  // Google
  /input token count.{0,40}exceeds the maximum number of tokens/i,
  // xAI
  /maximum prompt length is \d/i,
  // Groq
  /reduce the length of (?:the|your) (?:messages|prompt|input)/i,
  // MiniMax, Kimi
  /context window exceeds limit|exceeded model token limit/i,
  // Qwen, Zhipu, Volcano
  /range of input length should be|prompt exceeds max length|exceed max message tokens/i,
  // Cohere
  /number of tokens in the prompt cannot exceed/i,
]

/** Recognizes the error for a prompt that is too long. Never throws. @returns undefined for any other error */
export function readContextOverflow({
  code,
  message,
}: Pick<UpstreamFailure, 'code' | 'message'>): ContextOverflow | undefined {
  if (!CODES.has(code) && !SAYINGS.some((saying) => saying.test(message))) return undefined
  const promptTokens = firstNumber(message, PROMPTS)
  const outputTokens = firstNumber(message, OUTPUTS)
  const limit = firstNumber(message, LIMITS)
  return {
    ...(promptTokens !== undefined && { promptTokens }),
    ...(outputTokens !== undefined && { outputTokens }),
    ...(limit !== undefined && { limit }),
  }
}

const PROMPTS: readonly RegExp[] = [
  /(\d+) (?:tokens )?(?:from|in|of) (?:the input messages|the messages|your prompt|text input)/i,
  /(\d+) input tokens|resulted in (\d+) tokens|prompt contains (\d+) tokens/i,
  /input token count \(?(\d+)|request contains (\d+) tokens|requested:? (?:about )?(\d+)/i,
]
const OUTPUTS: readonly RegExp[] = [
  /(\d+) (?:tokens )?(?:for|in) the (?:completion|output)/i,
  /max_(?:completion_)?tokens'? is too large: (\d+)/i,
]
const LIMITS: readonly RegExp[] = [
  /maximum (?:context|prompt) length (?:is|of) (\d+)|(\d+) maximum context length/i,
  /tokens allowed \((\d+)\)|limit: (\d+)/i,
]

function firstNumber(text: string, places: readonly RegExp[]): number | undefined {
  for (const place of places) {
    const found = place
      .exec(text)
      ?.slice(1)
      .find((each) => each !== undefined)
    if (found !== undefined) return Number(found)
  }
  return undefined
}
