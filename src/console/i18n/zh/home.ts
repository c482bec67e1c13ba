export const home = {
  title: '首页',
  lead: '一个地址，接入所有模型。逐 token 计量，每一笔花费都能说清。',
  openConsole: '打开控制台',
  login: '登录',
  pricing: '查看价格',
  example: '任何 OpenAI、Anthropic 或 Gemini 客户端都可以直接使用',
  notice: '公告',
  noticeSeen: '知道了',
} as const

declare module '../phrases.ts' {
  interface PageCatalogues {
    home: typeof home
  }
}
