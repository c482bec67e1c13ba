import { useMemo, useSyncExternalStore } from 'react'
import { session } from '../../state/session.ts'
import { storedConversations } from '../../state/stored-conversations.ts'
import { useStoredText } from '../../state/stored-text.ts'
import { chatStore } from './chat-store.ts'
import { type Conversation, isRunning } from './conversation.ts'
import { isEmpty, type KeptConversation, readKept } from './kept-conversations.ts'

/** Returns the conversation of this tab. */
export const useConversation = (): Conversation => useSyncExternalStore(chatStore.subscribe, chatStore.now)

export const useIsAnswering = (): boolean => isRunning(useConversation().messages.at(-1))

/** Returns the user's other conversations in this browser, newest first. */
export function useEarlier(): readonly KeptConversation[] {
  const text = useStoredText(storedConversations)
  const current = useSyncExternalStore(chatStore.subscribe, chatStore.id)
  return useMemo(() => {
    const owner = session.user()?.id
    if (owner === undefined) return []
    return readKept(text, owner).filter(({ id, conversation }) => id !== current && !isEmpty(conversation))
  }, [text, current])
}
