import type { FinishReason } from '../conversation/types.ts'
import type { JsonValue } from '../types.ts'

const FINISH_OF_STOP: ReadonlyMap<JsonValue | undefined, FinishReason> = new Map([
  ['end_turn', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['stop_sequence', 'stop-sequence'],
  ['tool_use', 'tool-calls'],
  ['pause_turn', 'paused'],
  ['refusal', 'content-filter'],
])

/**
 * @param hasToolCalls whether there are calls for the client to answer. `tool_use` without one was the structured
 *   answer; a plain end with one still expects its result
 */
export function decodeStopReason(stopReason: JsonValue | undefined, hasToolCalls: boolean): FinishReason {
  const finish = FINISH_OF_STOP.get(stopReason) ?? 'stop'
  if (finish === 'stop' && hasToolCalls) return 'tool-calls'
  return finish === 'tool-calls' && !hasToolCalls ? 'stop' : finish
}

export function encodeStopReason(finish: FinishReason, hasToolCalls: boolean, isRefused: boolean): string {
  switch (finish) {
    case 'length':
      return 'max_tokens'
    case 'content-filter':
      return 'refusal'
    case 'paused':
      return 'pause_turn'
    case 'tool-calls':
      return hasToolCalls ? 'tool_use' : 'end_turn'
    case 'stop-sequence':
      return 'stop_sequence'
    case 'stop':
    case 'error':
      if (isRefused) return 'refusal'
      return hasToolCalls ? 'tool_use' : 'end_turn'
  }
}
