import { storedText } from './stored-text.ts'

/** The conversations of the playground: they belong to the person who is signed in, and go when that person signs out. */
export const storedConversations = storedText('playground')
