export const trail = {
  title: '审计记录',
  lead: '谁在什么时候更改了什么。密钥只显示指纹。',
  loadFailed: '加载审计记录失败',
  program: '系统',
  via: '访问令牌',
  fields_other: '{{count}} 个字段',
  column: {
    time: '时间',
    by: '操作者',
    action: '操作',
    object: '对象',
    change: '变更内容',
    via: '访问令牌',
    ip: 'IP 地址',
    request: '请求 ID',
  },
  kind: {
    option: '系统设置',
    channel: '渠道',
    user: '用户',
    token: 'API 令牌',
    'access-token': '访问令牌',
    redemption: '兑换码',
    order: '订单',
    message: '消息',
  },
  search: {
    keyword: '对象、变更内容或访问令牌',
    by: '用户名',
    kind: '对象类型',
    everyKind: '全部类型',
    time: '时间',
    query: '查询',
  },
  empty: {
    text: '还没有任何更改。',
    filtered: '没有符合条件的更改',
    clear: '清除筛选',
  },
} as const

declare module '../phrases.ts' {
  interface PageCatalogues {
    trail: typeof trail
  }
}
