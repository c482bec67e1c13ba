export const about = {
  title: '关于',
  text: 'Tollgate 是一个对外提供计量访问的 AI 模型网关：每个请求都被路由、转发、计量，并且恰好计费一次。任何 OpenAI、Anthropic 或 Gemini 客户端都可以直接使用。',
  address: '接口地址',
  copyAddress: '复制接口地址',
  version: '版本',
  started: '启动时间',
  models: '模型与价格',
} as const

declare module '../phrases.ts' {
  interface PageCatalogues {
    about: typeof about
  }
}
