import type { ConversationRequest, SystemTurn, TextPart, Turn } from './types.ts'

/**
 * Instructions before those that the client begins with. Together they are one turn, because many models take one system
 * message alone.
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

/** The turn with one more instruction at its end. */
export function withInstruction({ parts }: SystemTurn, text: string): SystemTurn {
  const added: TextPart = { kind: 'text', text }
  const last = parts.at(-1)
  return { role: 'system', parts: last ? [...parts.slice(0, -1), ...joined(last, added)] : [added] }
}

/** One text with a blank line between; two where one is to be cached, which ends at exactly its mark. */
const joined = (first: TextPart, second: TextPart): readonly TextPart[] =>
  first.cache || second.cache
    ? [first, second]
    : [{ kind: 'text', text: [first.text, second.text].filter((each) => each !== '').join('\n\n') }]

/** For models without a system role: instructions become what the user says, marked as such. */
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
