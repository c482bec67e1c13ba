import type { ConversationRequest, SystemTurn, TextPart, Turn } from './types.ts'

/**
 * Puts instructions before the client's own system prompt. Both become one turn, because many models accept only a
 * single system message.
 */
export function withSystemTurn(request: ConversationRequest, prompt: string): ConversationRequest {
  const own: TextPart = { kind: 'text', text: prompt }
  const [first, ...rest] = request.turns
  if (first?.role !== 'system')
    return { ...request, turns: [{ role: 'system', parts: [own] }, ...request.turns] }
  const [text, ...others] = first.parts
  const turn: SystemTurn = { role: 'system', parts: text ? [...joined(own, text), ...others] : [own] }
  return { ...request, turns: [turn, ...rest] }
}

/** Appends an instruction to the turn. */
export function withInstruction({ parts }: SystemTurn, text: string): SystemTurn {
  const added: TextPart = { kind: 'text', text }
  const last = parts.at(-1)
  return { role: 'system', parts: last ? [...parts.slice(0, -1), ...joined(last, added)] : [added] }
}

/**
 * Joins two texts with a blank line, unless one of them has a cache mark: the cached part must end exactly at its mark.
 */
const joined = (first: TextPart, second: TextPart): readonly TextPart[] =>
  first.cache || second.cache
    ? [first, second]
    : [{ kind: 'text', text: [first.text, second.text].filter((each) => each !== '').join('\n\n') }]

/** Converts instructions to marked user messages, for models without a system role. */
export function withoutSystemTurns(request: ConversationRequest): ConversationRequest {
  return {
    ...request,
    turns: request.turns.map((turn): Turn => {
      if (turn.role !== 'system') return turn
      const text = turn.parts.map((part) => part.text).join('\n\n')
      return { role: 'user', parts: [{ kind: 'text', text: `<system>\n${text}\n</system>` }] }
    }),
  }
}
