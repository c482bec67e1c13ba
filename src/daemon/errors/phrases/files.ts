import type { Texts } from '../reasons.ts'

/** Uploaded files, and lists of them. */
export const files = {
  noSuchFile: { en: "'{field}' names none of your files", zh: '您没有 {field} 所指的文件' },
  otherPage: { en: "'{field}' is none of this list", zh: '{field} 不属于该列表' },
  nameChosen: {
    en: "'{field}' cannot be chosen here; leave it out",
    zh: '此处不能指定 {field}；请去掉该参数',
  },
  noOffset: {
    en: "'{field}' must be the number of bytes sent before",
    zh: '{field} 必须是此前已发送的字节数',
  },
  notStarted: {
    en: "the first '{field}' of an upload must be 'start'",
    zh: '上传的第一个 {field} 必须为 start',
  },
  notRelated: { en: "'{field}' must be multipart/related", zh: '{field} 必须为 multipart/related' },
  endsInFirstPart: { en: 'the body ends within its first part', zh: '请求体在第一部分中就结束了' },
  firstPartTooLong: { en: 'the first part is too long', zh: '请求体的第一部分过长' },
  firstPartNoObject: { en: 'the first part must be a JSON object', zh: '请求体的第一部分必须是 JSON 对象' },
} as const satisfies Record<string, Texts>
