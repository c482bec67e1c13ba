import type { CacheMark, UserTurn } from './types.ts'

/** A summary that replaces earlier turns. It is written as a message of the user. */
export const summaryTurn = (summary: string, cache?: CacheMark): UserTurn => ({
  role: 'user',
  parts: [
    { kind: 'text', text: `Summary of the conversation so far:\n\n${summary}`, ...(cache && { cache }) },
  ],
})
