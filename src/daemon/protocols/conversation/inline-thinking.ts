import type { ConversationAnswer, ConversationEvent } from './types.ts'

const OPEN = '<think>\n'
const CLOSE = '\n</think>\n'

/** Moves reasoning into the text, between `<think>` and `</think>`, for clients that cannot show it separately. */
export function inlineThinking(answer: ConversationAnswer): ConversationAnswer {
  return {
    ...answer,
    parts: answer.parts.flatMap((part) => {
      if (part.kind !== 'reasoning') return [part]
      return part.text === '' ? [] : [{ kind: 'text' as const, text: OPEN + part.text + CLOSE }]
    }),
  }
}

/** Moves reasoning into the text of one stream's events. Any event that is not reasoning closes the marker. */
export function inlineThinkingEvents(): (events: readonly ConversationEvent[]) => ConversationEvent[] {
  let isOpen = false
  return (events) =>
    events.flatMap((event): ConversationEvent[] => {
      if (event.kind === 'reasoning-state' || event.kind === 'start' || event.kind === 'usage')
        return event.kind === 'reasoning-state' ? [] : [event]
      if (event.kind === 'reasoning') {
        const text = (isOpen ? '' : OPEN) + event.text
        isOpen = true
        return [{ kind: 'text', text }]
      }
      if (!isOpen) return [event]
      isOpen = false
      return [{ kind: 'text', text: CLOSE }, event]
    })
}
