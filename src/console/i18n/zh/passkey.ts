import { errorTexts } from '../error-texts.zh.gen.ts'

export const passkey = {
  title: '通行密钥',
  text: '用指纹、面容、PIN 或安全密钥登录，无需密码，也不会被假冒网站骗取。',
  add: '添加通行密钥',
  added: '已添加通行密钥“{{name}}”',
  none: '您还没有通行密钥。',
  synced: '已同步',
  addedWhen: '{{when}}添加',
  lastUse: '{{when}}使用过',
  neverUsed: '从未使用',
  elsewhere: '只能在 {{domain}} 使用，在此处无效。',
  name: '名称',
  nameRequired: '请输入名称',
  rename: '重命名',
  renameTitle: '重命名通行密钥',
  renameNamed: '重命名 {{name}}',
  renamed: '已重命名',
  delete: '删除',
  deleteNamed: '删除 {{name}}',
  deleteTitle: '删除通行密钥“{{name}}”？',
  deleteText: '删除后将无法再用它登录。您的设备上可能仍会显示它，请在设备中一并删除。',
  deleted: '通行密钥已删除',
  use: '使用通行密钥',
  signIn: '使用通行密钥登录',
  signedIn: '登录成功',
  codes:
    '从现在起，用密码登录时也需要您的通行密钥。如果丢失通行密钥，可用以下任一恢复码登录，每个只能使用一次。恢复码只显示这一次，请妥善保存。',
  obstacle: {
    browser: '此浏览器无法使用通行密钥：它不支持通行密钥，或者本站未通过 https 打开。',
    address: errorTexts.passkey_needs_domain,
  },
  problem: {
    exists: '此设备上已有您账户的通行密钥。',
    browser: '浏览器无法使用通行密钥（{{name}}）。请重试，或改用其他浏览器。',
  },
} as const

declare module '../phrases.ts' {
  interface PageCatalogues {
    passkey: typeof passkey
  }
}
