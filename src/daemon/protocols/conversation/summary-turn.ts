import type { CacheMark, UserTurn } from './types.ts'

/** Returns a summary of earlier turns as a user message that replaces them. */
export const summaryTurn = (summary: string, cache?: CacheMark): UserTurn => ({
  role: 'user',
  parts: [
    { kind: 'text', text: `Summary of the conversation so far:\n\n${summary}`, ...(cache && { cache }) },
  ],
})
