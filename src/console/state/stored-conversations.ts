import { storedText } from './stored-text.ts'

/** The conversations of the playground. They belong to the signed-in user and are deleted at sign-out. */
export const storedConversations = storedText('playground')
