import type { ConversationRoute } from './client-routes.ts'
import type { Facts } from './corpus.ts'

/** Why an answer ended, independent of the vendor's term. */
type Stop = 'normal' | 'stop-string' | 'length' | 'calls' | 'filtered' | 'paused' | 'malformed' | 'failed'

const stops: Readonly<Record<string, Stop>> = {
  stop: 'normal',
  normal: 'normal',
  eos: 'normal',
  eos_token: 'normal',
  end_turn: 'normal',
  STOP: 'normal',
  COMPLETE: 'normal',
  completed: 'normal',
  stop_sequence: 'stop-string',
  STOP_SEQUENCE: 'stop-string',
  length: 'length',
  max_tokens: 'length',
  MAX_TOKENS: 'length',
  model_length: 'length',
  model_context_window_exceeded: 'length',
  max_output_tokens: 'length',
  tool_calls: 'calls',
  function_call: 'calls',
  tool_use: 'calls',
  TOOL_CALL: 'calls',
  content_filter: 'filtered',
  refusal: 'filtered',
  sensitive: 'filtered',
  SAFETY: 'filtered',
  RECITATION: 'filtered',
  LANGUAGE: 'filtered',
  BLOCKLIST: 'filtered',
  PROHIBITED_CONTENT: 'filtered',
  SPII: 'filtered',
  IMAGE_SAFETY: 'filtered',
  IMAGE_PROHIBITED_CONTENT: 'filtered',
  IMAGE_RECITATION: 'filtered',
  MODEL_ARMOR: 'filtered',
  pause_turn: 'paused',
  MALFORMED_FUNCTION_CALL: 'malformed',
  UNEXPECTED_TOOL_CALL: 'malformed',
  TOO_MANY_TOOL_CALLS: 'malformed',
  OTHER: 'malformed',
  IMAGE_OTHER: 'malformed',
  NO_IMAGE: 'malformed',
  MALFORMED_RESPONSE: 'malformed',
  MISSING_THOUGHT_SIGNATURE: 'malformed',
  error: 'malformed',
  network_error: 'malformed',
  insufficient_system_resource: 'malformed',
  failed: 'failed',
}

const words: Readonly<Record<Stop, Readonly<Record<ConversationRoute, string>>>> = {
  normal: { chat: 'stop', responses: 'completed', messages: 'end_turn', generate: 'STOP' },
  'stop-string': { chat: 'stop', responses: 'completed', messages: 'stop_sequence', generate: 'STOP' },
  length: { chat: 'length', responses: 'max_output_tokens', messages: 'max_tokens', generate: 'MAX_TOKENS' },
  calls: { chat: 'tool_calls', responses: 'completed', messages: 'tool_use', generate: 'STOP' },
  filtered: { chat: 'content_filter', responses: 'content_filter', messages: 'refusal', generate: 'SAFETY' },
  paused: { chat: 'stop', responses: 'completed', messages: 'pause_turn', generate: 'STOP' },
  malformed: {
    chat: 'stop',
    responses: 'failed',
    messages: 'end_turn',
    generate: 'MALFORMED_FUNCTION_CALL',
  },
  failed: { chat: '', responses: 'failed', messages: '', generate: 'OTHER' },
}

/**
 * Returns the stop reason in the terms of a client's protocol. An answer with calls ended for them unless it was cut
 * off or filtered; a missing reason counts as a normal end.
 */
export const expectedFinish = (
  { finish_reason }: Facts,
  calls: readonly unknown[],
  route: ConversationRoute,
): string => {
  const stop = stops[finish_reason || 'stop']
  if (stop === undefined) return `(no rule for ${finish_reason})`
  if (stop === 'calls' && calls.length === 0) return words.normal[route]
  const isCalling = calls.length > 0 && (stop === 'normal' || stop === 'stop-string' || stop === 'malformed')
  return words[isCalling ? 'calls' : stop][route]
}

/** Tells whether the provider gave the answer up before any content. */
export const isGivenUp = ({ finish_reason, text }: Facts, calls: readonly unknown[]): boolean =>
  stops[finish_reason || 'stop'] === 'malformed' && text === '' && calls.length === 0
