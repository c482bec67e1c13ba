import type { ConversationRequest, SystemTurn, Turn } from './types.ts'

/** A channel's own instructions, before whatever the client says. */
export function withSystemTurn(request: ConversationRequest, prompt: string): ConversationRequest {
  const turn: SystemTurn = { role: 'system', parts: [{ kind: 'text', text: prompt }] }
  return { ...request, turns: [turn, ...request.turns] }
}

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
