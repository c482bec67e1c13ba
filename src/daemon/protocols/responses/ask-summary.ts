import type { Losses } from '../conversation/codec.ts'
import type { ConversationEvent, ConversationRequest, UserTurn } from '../conversation/types.ts'
import type { JsonObject } from '../types.ts'
import { decodeRequest } from './decode-request.ts'
import { inputItems } from './input-items.ts'

/** The prompt that asks for a summary, for models whose vendor has no compaction. */
const ASK = `Write a summary of this conversation so far. It will replace everything above except the user's messages, and you will go on from it without seeing the rest. State:
- what the user wants, and every constraint or preference they have stated
- what has been done, and what came of it: decisions, files with their paths, commands, results of tools that are still needed
- what is left to do, and the exact next step
Keep names, numbers, paths and quoted words exact. Answer with the summary alone, and call no tools.`

/**
 * Whether a request to `POST /v1/responses` only asks for a shorter conversation, as Codex does. The answer is one
 * `compaction` item.
 *
 * @see https://github.com/openai/codex/blob/main/codex-rs/core/src/compact_remote_v2.rs (read 2026-11-29)
 */
export const asksCompaction = (body: JsonObject): boolean =>
  inputItems(body).at(-1)?.type === 'compaction_trigger'

/** Turns the request into one that asks any model for a summary of the conversation. */
export function askSummary(body: JsonObject, losses: Losses): ConversationRequest {
  const { text: _format, max_output_tokens: _cap, tool_choice: _choice, ...rest } = body
  const input = inputItems(body).filter(({ type }) => type !== 'compaction_trigger')
  const { webSearch: _search, ...request } = decodeRequest({ ...rest, input }, losses)
  const ask: UserTurn = { role: 'user', parts: [{ kind: 'text', text: ASK }] }
  return {
    ...request,
    turns: [...request.turns, ask],
    // The tools stay in the request, because the conversation contains calls of them.
    ...(request.tools.length > 0 && { toolChoice: { kind: 'none' } }),
  }
}

/** Collects the text of a summary. The client does not get these text events. */
export class SummaryReader {
  text = ''

  /** @returns the events about the response itself */
  take(events: readonly ConversationEvent[]): readonly ConversationEvent[] {
    return events.filter((event) => {
      if (event.kind === 'text' || event.kind === 'refusal') this.text += event.text
      return OF_RESPONSE.has(event.kind)
    })
  }
}

const OF_RESPONSE: ReadonlySet<ConversationEvent['kind']> = new Set(['start', 'usage', 'finish', 'error'])
