import type { FinishReason } from '../conversation/types.ts'

/** OpenAI's finish reasons and those of compatible vendors; `channels.md` names the vendors. */
const FINISH_WORDS: ReadonlyMap<string, FinishReason> = new Map([
  ['stop', 'stop'],
  ['normal', 'stop'],
  ['eos', 'stop'],
  ['eos_token', 'stop'],
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop-sequence'],
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['model_length', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_calls', 'tool-calls'],
  ['function_call', 'tool-calls'],
  ['tool_use', 'tool-calls'],
  ['content_filter', 'content-filter'],
  ['sensitive', 'content-filter'],
  ['refusal', 'content-filter'],
  ['error', 'error'],
  ['network_error', 'error'],
  ['insufficient_system_resource', 'error'],
])

/**
 * Interprets a vendor's finish reason. Calls take precedence over it: some vendors state `stop` although the client has
 * to act, others `tool_calls` although there is none.
 */
export function readFinishReason(word: string, hasCalls: boolean): FinishReason {
  const reason = FINISH_WORDS.get(word) ?? 'stop'
  if (hasCalls && reason === 'stop') return 'tool-calls'
  return !hasCalls && reason === 'tool-calls' ? 'stop' : reason
}

const CHAT_WORDS: Readonly<Record<FinishReason, string>> = {
  stop: 'stop',
  'stop-sequence': 'stop',
  length: 'length',
  'tool-calls': 'tool_calls',
  'content-filter': 'content_filter',
  paused: 'stop',
  error: 'stop',
}

/** Returns one of OpenAI's five finish reasons; clients' types have no others. */
export function writeFinishReason(reason: FinishReason, hasCalls: boolean, isLegacy: boolean): string {
  const word = CHAT_WORDS[hasCalls && reason === 'stop' ? 'tool-calls' : reason]
  return word === 'tool_calls' && isLegacy ? 'function_call' : word
}

/** Returns the finish reason for text completions, which have no calls. */
export function writeCompletionFinish(reason: FinishReason): string {
  const word = CHAT_WORDS[reason]
  return word === 'tool_calls' ? 'stop' : word
}
