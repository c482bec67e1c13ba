import { errorTexts } from '../error-texts.zh.gen.ts'

export const inbox = {
  title: '收件箱',
  lead: '管理员发给您的消息。',
  empty: '还没有消息。管理员发给您的消息会出现在这里。',
  emptyUnread: '没有未读消息。',
  unread: '未读',
  unreadOnly: '只看未读',
  back: '返回收件箱',
  sent: '发送于 {{when}}',
  read: '已读于 {{when}}',
  loadFailed: '加载消息失败',
  notFound: errorTexts.message_not_found,
} as const

declare module '../phrases.ts' {
  interface PageCatalogues {
    inbox: typeof inbox
  }
}
