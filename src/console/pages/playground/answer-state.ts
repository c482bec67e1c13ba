import type { Answer } from './conversation.ts'

/** Returns the phrase for an answer's state. Images arrive all at once, and may be charged even if nobody sees them. */
export function stateKey(answer: Answer) {
  const { state, ending, isReconnecting = false } = answer
  const isDrawing = answer.pictures !== undefined
  if (state === 'error' || state === 'complete') return `state.${state}` as const
  if (ending !== undefined) return isDrawing ? (`drawing.${ending}` as const) : (`state.${ending}` as const)
  if (isReconnecting) return 'state.reconnecting'
  return isDrawing ? 'drawing.loading' : (`state.${state}` as const)
}
