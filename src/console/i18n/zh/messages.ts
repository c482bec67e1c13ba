import { errorTexts } from '../error-texts.zh.gen.ts'

export const messages = {
  title: '消息管理',
  lead: '发给指定用户的消息，出现在他们的收件箱里。',
  new: '新建消息',
  loadFailed: '加载消息失败',
  created_other: '消息已发送给 {{count}} 位用户',
  updated: '消息已更新：{{title}}',
  deleted: '消息已删除：{{title}}',
  readOf: '{{read}} / {{total}}',
  format: { markdown: 'Markdown', html: 'HTML' },
  column: {
    id: '编号',
    title: '标题',
    format: '格式',
    recipients: '接收人数',
    read: '已读',
    created: '创建时间',
  },
  search: { keyword: '标题或内容', created: '创建时间', query: '查询' },
  action: { edit: '编辑 {{title}}', delete: '删除 {{title}}' },
  remove: {
    title: '确定要删除这条消息吗？',
    text: '消息本身和所有用户的接收记录都会被删除，无法恢复。',
  },
  empty: {
    text: '还没有消息。发送的第一条消息会出现在这里。',
    filtered: '没有符合条件的消息。',
    clear: '清除条件',
  },
  view: { title: '消息', sent: '发送于 {{when}}' },
  drawer: {
    create: '新建消息',
    edit: '编辑消息',
    submit: '发送',
    views: '消息的视图',
    form: '编写',
    preview: '预览',
    nothing: '还没有内容。',
  },
  field: {
    title: '标题',
    format: '格式',
    content: '内容',
    contentHint: '显示前会清除脚本、表单和样式。',
  },
  fact: { id: '消息编号', created: '创建时间', recipients: '接收人数', read: '已读人数' },
  recipients: { title: '接收者', user: '用户', readAt: '阅读时间', unread: '未读' },
  picker: {
    title: '接收者',
    search: '搜索用户',
    all: '选择所有用户',
    allFound: '选择所有搜索结果',
    chosen_other: '已选 {{count}} 位',
    clear: '清空',
    none: '没有符合条件的用户',
    deactivated: '已注销',
  },
  mistake: {
    title: errorTexts.message_title_required,
    titleLength: '标题最多 {{max}} 个字符',
    content: errorTexts.message_content_required,
    contentLength: '内容最多 {{max}} 个字符',
    recipients: errorTexts.message_recipients_required,
  },
} as const

declare module '../phrases.ts' {
  interface PageCatalogues {
    messages: typeof messages
  }
}
