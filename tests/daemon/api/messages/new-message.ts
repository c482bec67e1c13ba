import type { TestApi } from '../../../support/test-services.ts'

export interface Message {
  readonly id: number
  readonly title: string
  readonly content: string
  readonly format: string
  readonly created_at: string
  readonly updated_at: string
  readonly created_by: number
  readonly stats: {
    readonly total_recipients: number
    readonly read_count: number
    readonly unread_count: number
  }
}

export interface InboxMessage extends Pick<Message, 'id' | 'title' | 'content' | 'format' | 'created_at'> {
  readonly read_at: string | null
  readonly is_read: boolean
}

export interface Listed<Item> {
  readonly items: readonly Item[]
  readonly page: number
  readonly page_size: number
  readonly total: number
}

/** Sends a message as the super administrator. */
export const sendMessage = (
  api: TestApi,
  userIds: readonly number[],
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Message> =>
  api.root.call<Message>('POST', '/api/admin/messages', {
    title: 'News',
    content: 'Something is new.',
    user_ids: userIds,
    ...fields,
  })
