import { storedText } from './stored-text.ts'

/** The conversations of the playground: of whoever is signed in, and taken away when he signs out. */
export const storedConversations = storedText('playground')
