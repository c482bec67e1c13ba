import type { Command } from './define-command.ts'
import type { Text } from './phrases/phrases.ts'

/** One line a command. Nothing is imported until the command runs or help lists it. */
export interface CommandEntry {
  readonly path: string
  load(): Promise<Command>
}

/** What the nouns are about, for the first level of help. */
export const nouns: Readonly<Record<string, Text>> = {
  context: { en: 'Saved servers and sign-ins', zh: '已保存的服务器和登录' },
  channel: { en: 'Upstream accounts that requests go to', zh: '上游渠道' },
  token: { en: 'Credentials for calling models', zh: '模型调用令牌' },
  code: { en: 'Redemption codes', zh: '兑换码' },
  user: { en: 'Accounts', zh: '用户' },
  option: { en: 'Settings of the site', zh: '系统设置' },
  price: { en: 'What models cost', zh: '模型价格' },
  connect: { en: 'Settings of clients for a token, with undo', zh: '为令牌写入客户端设置，可撤销' },
  backup: { en: 'Copies of everything, and putting them back', zh: '备份与恢复' },
  db: { en: 'The schema of the store', zh: '数据存储的表结构' },
  group: { en: 'Price groups', zh: '价格分组' },
}

/** Chapters of the first page of help and of docs/cli.md; every noun and every single word stands in one. */
export const chapters: readonly { readonly title: Text; readonly words: readonly string[] }[] = [
  {
    title: { en: 'The server', zh: '服务' },
    words: ['serve', 'setup', 'status', 'doctor', 'version'],
  },
  {
    title: { en: 'Signing in', zh: '登录' },
    words: ['login', 'logout', 'whoami', 'context'],
  },
  {
    title: { en: 'What is sold', zh: '资源' },
    words: ['channel', 'token', 'code', 'user', 'group', 'price', 'option', 'message'],
  },
  {
    title: { en: 'Your own account', zh: '个人账户' },
    words: ['redeem', 'wallet', 'checkin', 'invite', 'inbox'],
  },
  {
    title: { en: 'Files that describe a gateway', zh: '声明式配置' },
    words: ['validate', 'plan', 'diff', 'apply', 'export'],
  },
  {
    title: { en: 'Watching and calling', zh: '查看与调用' },
    words: ['logs', 'top', 'explain', 'chat', 'connect', 'audit'],
  },
  {
    title: { en: 'Keeping it', zh: '维护' },
    words: ['backup', 'db'],
  },
  {
    title: { en: 'Scripts and shells', zh: '脚本与终端' },
    words: ['api', 'schema', 'completion'],
  },
]

export const commandIndex: readonly CommandEntry[] = [
  { path: 'serve', load: async () => (await import('./commands/serve.ts')).serve },
  { path: 'setup', load: async () => (await import('./commands/setup.ts')).setup },
  { path: 'status', load: async () => (await import('./commands/status.ts')).status },
  { path: 'doctor', load: async () => (await import('./commands/doctor.ts')).doctor },
  { path: 'version', load: async () => (await import('./commands/version.ts')).version },
  { path: 'login', load: async () => (await import('./commands/login.ts')).login },
  { path: 'logout', load: async () => (await import('./commands/logout.ts')).logout },
  { path: 'whoami', load: async () => (await import('./commands/whoami.ts')).whoami },
  { path: 'context list', load: async () => (await import('./commands/context/list.ts')).contextList },
  { path: 'context use', load: async () => (await import('./commands/context/use.ts')).contextUse },
  { path: 'context add', load: async () => (await import('./commands/context/add.ts')).contextAdd },
  { path: 'context rm', load: async () => (await import('./commands/context/rm.ts')).contextRm },
  { path: 'channel list', load: async () => (await import('./commands/channel/list.ts')).channelList },
  { path: 'channel get', load: async () => (await import('./commands/channel/get.ts')).channelGet },
  { path: 'channel create', load: async () => (await import('./commands/channel/create.ts')).channelCreate },
  { path: 'channel ensure', load: async () => (await import('./commands/channel/ensure.ts')).channelEnsure },
  { path: 'channel enable', load: async () => (await import('./commands/channel/enable.ts')).channelEnable },
  {
    path: 'channel disable',
    load: async () => (await import('./commands/channel/disable.ts')).channelDisable,
  },
  { path: 'channel delete', load: async () => (await import('./commands/channel/delete.ts')).channelDelete },
  { path: 'channel test', load: async () => (await import('./commands/channel/test.ts')).channelTest },
  { path: 'channel models', load: async () => (await import('./commands/channel/models.ts')).channelModels },
  {
    path: 'channel balance',
    load: async () => (await import('./commands/channel/balance.ts')).channelBalance,
  },
  { path: 'channel types', load: async () => (await import('./commands/channel/types.ts')).channelTypes },
  { path: 'token list', load: async () => (await import('./commands/token/list.ts')).tokenList },
  { path: 'token get', load: async () => (await import('./commands/token/get.ts')).tokenGet },
  { path: 'token create', load: async () => (await import('./commands/token/create.ts')).tokenCreate },
  { path: 'token ensure', load: async () => (await import('./commands/token/ensure.ts')).tokenEnsure },
  { path: 'token edit', load: async () => (await import('./commands/token/edit.ts')).tokenEdit },
  { path: 'token enable', load: async () => (await import('./commands/token/enable.ts')).tokenEnable },
  { path: 'token disable', load: async () => (await import('./commands/token/disable.ts')).tokenDisable },
  { path: 'token rotate', load: async () => (await import('./commands/token/rotate.ts')).tokenRotate },
  { path: 'token delete', load: async () => (await import('./commands/token/delete.ts')).tokenDelete },
  { path: 'code list', load: async () => (await import('./commands/code/list.ts')).codeList },
  { path: 'code get', load: async () => (await import('./commands/code/get.ts')).codeGet },
  { path: 'code create', load: async () => (await import('./commands/code/create.ts')).codeCreate },
  { path: 'code edit', load: async () => (await import('./commands/code/edit.ts')).codeEdit },
  { path: 'code disable', load: async () => (await import('./commands/code/disable.ts')).codeDisable },
  { path: 'code delete', load: async () => (await import('./commands/code/delete.ts')).codeDelete },
  {
    path: 'code delete-disabled',
    load: async () => (await import('./commands/code/delete-disabled.ts')).codeDeleteDisabled,
  },
  {
    path: 'code delete-by-name',
    load: async () => (await import('./commands/code/delete-by-name.ts')).codeDeleteByName,
  },
  { path: 'code stats', load: async () => (await import('./commands/code/stats.ts')).codeStats },
  { path: 'redeem', load: async () => (await import('./commands/redeem.ts')).redeem },
  { path: 'wallet', load: async () => (await import('./commands/wallet.ts')).wallet },
  { path: 'user list', load: async () => (await import('./commands/user/list.ts')).userList },
  { path: 'user get', load: async () => (await import('./commands/user/get.ts')).userGet },
  { path: 'user create', load: async () => (await import('./commands/user/create.ts')).userCreate },
  { path: 'user edit', load: async () => (await import('./commands/user/edit.ts')).userEdit },
  { path: 'user enable', load: async () => (await import('./commands/user/enable.ts')).userEnable },
  { path: 'user disable', load: async () => (await import('./commands/user/disable.ts')).userDisable },
  { path: 'user promote', load: async () => (await import('./commands/user/promote.ts')).userPromote },
  { path: 'user demote', load: async () => (await import('./commands/user/demote.ts')).userDemote },
  { path: 'user delete', load: async () => (await import('./commands/user/delete.ts')).userDelete },
  { path: 'user credit', load: async () => (await import('./commands/user/credit.ts')).userCredit },
  { path: 'option list', load: async () => (await import('./commands/option/list.ts')).optionList },
  { path: 'option get', load: async () => (await import('./commands/option/get.ts')).optionGet },
  { path: 'option set', load: async () => (await import('./commands/option/set.ts')).optionSet },
  { path: 'option unset', load: async () => (await import('./commands/option/unset.ts')).optionUnset },
  { path: 'price list', load: async () => (await import('./commands/price/list.ts')).priceList },
  { path: 'price get', load: async () => (await import('./commands/price/get.ts')).priceGet },
  { path: 'price set', load: async () => (await import('./commands/price/set.ts')).priceSet },
  { path: 'price delete', load: async () => (await import('./commands/price/delete.ts')).priceDelete },
  { path: 'price reset', load: async () => (await import('./commands/price/reset.ts')).priceReset },
  { path: 'group list', load: async () => (await import('./commands/group/list.ts')).groupList },
  { path: 'group get', load: async () => (await import('./commands/group/get.ts')).groupGet },
  { path: 'group set', load: async () => (await import('./commands/group/set.ts')).groupSet },
  { path: 'group delete', load: async () => (await import('./commands/group/delete.ts')).groupDelete },
  { path: 'validate', load: async () => (await import('./commands/validate.ts')).validate },
  { path: 'plan', load: async () => (await import('./commands/plan.ts')).plan },
  { path: 'diff', load: async () => (await import('./commands/diff.ts')).diff },
  { path: 'apply', load: async () => (await import('./commands/apply.ts')).apply },
  { path: 'export', load: async () => (await import('./commands/export.ts')).exportCommand },
  { path: 'logs', load: async () => (await import('./commands/logs.ts')).logs },
  { path: 'explain', load: async () => (await import('./commands/explain.ts')).explain },
  { path: 'audit', load: async () => (await import('./commands/audit.ts')).audit },
  { path: 'schema', load: async () => (await import('./commands/schema.ts')).schema },
  { path: 'completion', load: async () => (await import('./commands/completion.ts')).completion },
  { path: 'complete', load: async () => (await import('./commands/complete.ts')).complete },
  { path: 'connect claude', load: async () => (await import('./commands/connect/claude.ts')).connectClaude },
  { path: 'connect codex', load: async () => (await import('./commands/connect/codex.ts')).connectCodex },
  { path: 'connect env', load: async () => (await import('./commands/connect/env.ts')).connectEnv },
  { path: 'db status', load: async () => (await import('./commands/db/status.ts')).dbStatus },
  { path: 'db migrate', load: async () => (await import('./commands/db/migrate.ts')).dbMigrate },
  { path: 'backup create', load: async () => (await import('./commands/backup/create.ts')).backupCreate },
  { path: 'backup restore', load: async () => (await import('./commands/backup/restore.ts')).backupRestore },
  { path: 'api', load: async () => (await import('./commands/api.ts')).api },
]
