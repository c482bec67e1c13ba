import type { English } from '../phrases.ts'

export const inbox: English<'inbox'> = {
  title: 'Inbox',
  lead: 'What administrators sent you.',
  empty: 'No messages yet. What administrators send you appears here.',
  emptyPage: 'No messages on this page.',
  unread: 'Unread',
  back: 'Back to inbox',
  sent: 'Sent {{when}}',
  read: 'Read {{when}}',
  loadFailed: 'Failed to load messages',
  notFound: 'Message does not exist',
}
