export const chat = {
  title: '聊天',
  noToken: '没有可用的令牌，正在前往令牌页面',
  keysHidden: '本站的令牌密钥只显示一次，无法传给聊天应用。请在聊天应用中自行填写密钥。',
  unknown: '没有这个聊天。请从侧边栏选择，或联系管理员。',
  none: '管理员没有设置聊天链接。',
  broken: '聊天链接配置错误，请联系管理员',
  program: '{{name}} 是您设备上的应用。打开后，本站地址与您的密钥会自动填入。',
  open: '打开 {{name}}',
  leading: '正在打开聊天。',
  follow: '如果没有反应，请点这里',
} as const

declare module '../phrases.ts' {
  interface PageCatalogues {
    chat: typeof chat
  }
}
