import { errorTexts } from '../error-texts.en.gen.ts'
import type { English } from '../phrases.ts'

export const inbox: English<'inbox'> = {
  title: 'Inbox',
  lead: 'Messages from the administrators.',
  empty: 'No messages yet. Messages from the administrators appear here.',
  emptyUnread: 'No unread messages.',
  unread: 'Unread',
  unreadOnly: 'Unread only',
  back: 'Back to inbox',
  sent: 'Sent {{when}}',
  read: 'Read {{when}}',
  loadFailed: 'Failed to load messages',
  notFound: errorTexts.message_not_found,
}
