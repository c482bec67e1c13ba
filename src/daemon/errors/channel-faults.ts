import type { Texts } from './reasons.ts'

/** Errors in the fields of a channel, for administrators. The English text goes into the log; clients never see it. */
export const channelFaults = {
  noBaseUrl: { en: 'the base URL is missing', zh: '缺少接口地址' },
  badBaseUrl: { en: 'the base URL is no http(s) address', zh: '接口地址不是 http(s) 地址' },
  baseUrlQuery: { en: 'the base URL must not have a query', zh: '接口地址不能带查询参数' },
  badSocketUrl: {
    en: 'the base URL is neither a WebSocket nor an http(s) address',
    zh: '接口地址既不是 WebSocket 地址，也不是 http(s) 地址',
  },
  badAddress: { en: 'the address is no http(s) address', zh: '请求地址不是 http(s) 地址' },
  badModelName: {
    en: 'the model name contains characters that an address cannot have',
    zh: '模型名称包含地址中不允许的字符',
  },
  badKeyCharacters: {
    en: 'the key contains characters that a header cannot have',
    zh: '密钥包含请求头中不允许的字符',
  },
  noKey: { en: 'the key is missing', zh: '缺少密钥' },
  mixedKeys: { en: 'keys of both kinds cannot be mixed', zh: '不能混用两种密钥' },
  noServiceAccount: { en: 'the key is no service account', zh: '密钥不是服务账号的 JSON' },
  incompleteServiceAccount: {
    en: 'the key is no service account: a member is missing',
    zh: '密钥不是完整的服务账号 JSON：缺少字段',
  },
  badPrivateKey: { en: 'the private key is no RSA key in PEM', zh: '私钥不是 PEM 格式的 RSA 密钥' },
  badProject: { en: 'the project id is not valid', zh: '项目 ID 无效' },
  badTokenAddress: { en: 'the token address is no http(s) address', zh: '令牌地址不是 http(s) 地址' },
  badRegion: { en: 'the region is not valid', zh: '区域无效' },
  badApiVersion: { en: 'the API version is not valid', zh: 'API 版本无效' },
  badVersion: { en: 'the version is not valid', zh: '版本无效' },
  expressKey: {
    en: 'an API key of express mode reaches Gemini only',
    zh: '快速模式的 API 密钥只能调用 Gemini',
  },
  badAccount: { en: 'the account id is missing or malformed', zh: '账户 ID 缺失或格式有误' },
  badOrganization: { en: 'the organization is no GitHub login', zh: '组织不是 GitHub 用户名' },
  badPluginId: {
    en: 'the plugin id contains characters that a header cannot have',
    zh: '插件 ID 包含请求头中不允许的字符',
  },
  noKnowledgeBase: { en: 'the id of the knowledge base is missing', zh: '缺少知识库 ID' },
  unserved: { en: 'this channel type cannot serve the request', zh: '此类渠道无法处理该请求' },
} as const satisfies Record<string, Texts>

/** The key has the wrong number of parts. */
export const wrongKeyParts = (count: number): Texts => ({
  en: `the key has ${count} parts`,
  zh: `密钥由 ${count} 段组成，与渠道类型不符`,
})
