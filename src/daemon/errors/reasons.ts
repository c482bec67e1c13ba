import type { Language } from '../language.ts'

/** One text in each language. */
export type Texts = Readonly<Record<Language, string>>

/**
 * Reasons at the end of error texts such as `webhook_failed`. They reveal nothing about our network: no host, no
 * address.
 */
export const reasons = {
  noHttpAddress: { en: 'it is no http(s) address', zh: '地址不是 http(s) 地址' },
  hasCredentials: { en: 'it must not hold a name or password', zh: '地址中不能包含用户名或密码' },
  unknownHost: { en: 'its host is not known', zh: '找不到该主机' },
  notPublic: { en: 'its address is not public', zh: '该地址不是公网地址' },
  redirectsNowhere: { en: 'it redirects to no address', zh: '对方重定向到了无效的地址' },
  redirectsTooOften: { en: 'it redirects too often', zh: '对方重定向次数过多' },
  tooLarge: { en: 'it is too large', zh: '返回的内容过大' },
  tooSlow: { en: 'it does not answer in time', zh: '对方未能及时响应' },
  unreachable: { en: 'its server cannot be reached', zh: '无法连接到对方服务器' },
  channelUnreachable: {
    en: 'the provider cannot be reached, check the base URL, and the proxy if the channel has one',
    zh: '无法连接上游，请检查接口地址；如设置了代理，请一并检查',
  },
  noMedia: { en: 'it is neither a picture nor a PDF', zh: '内容既不是图片也不是 PDF' },
  noJson: { en: 'it answers no JSON', zh: '返回的内容不是 JSON' },
  noJsonObject: { en: 'it answers no JSON object', zh: '返回的内容不是 JSON 对象' },
  noNumbers: { en: 'it is no table of numbers', zh: '内容不是由数字组成的表' },
  unreadable: { en: 'its answer cannot be read', zh: '无法读取返回的内容' },
  noListHere: {
    en: 'it has no list of models at this address (status 404), check the base URL',
    zh: '该地址没有模型列表（状态码 404），请检查接口地址',
  },
  noListButPage: {
    en: 'it answers no list of models, check the base URL',
    zh: '返回的内容不是模型列表，请检查接口地址',
  },
  noModelList: { en: 'the vendor has no list of models', zh: '该服务商不提供模型列表' },
} as const satisfies Record<string, Texts>

/** The reason for a document that lacks a required member. */
export const lacksMember = (member: string): Texts => ({
  en: `it names no ${member}`,
  zh: `返回的内容缺少 ${member}`,
})

/** The reason for a member of a document that should be a URL but is not. */
export const memberIsNoAddress = (member: string): Texts => ({
  en: `its ${member} is no address`,
  zh: `返回的 ${member} 不是有效地址`,
})

/** The reason if the provider rejected the channel's key. */
export const refusedKey = (status: number): Texts => ({
  en: `it refuses the key (status ${status})`,
  zh: `对方拒绝了该密钥（状态码 ${status}）`,
})

/** The reason if the server answered with an HTTP error status. */
export const answeredStatus = (status: number): Texts => ({
  en: `its server answers with status ${status}`,
  zh: `对方服务器返回状态码 ${status}`,
})
