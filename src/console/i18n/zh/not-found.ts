export const notFound = {
  title: '找不到页面',
  text: '页面不存在，请检查您的浏览器地址是否正确',
  home: '返回首页',
  search: '按 Ctrl K 可搜索页面，或跳转到令牌和请求。',
} as const

declare module '../phrases.ts' {
  interface PageCatalogues {
    notFound: typeof notFound
  }
}
