import { storedText } from './stored-text.ts'

/** The conversation of the playground: of whoever is signed in, and taken away when he signs out. */
export const storedConversation = storedText('playground')
