import type { Texts } from '../reasons.ts'

/** Conversations, stored responses and realtime sessions. */
export const sessions = {
  noItems: { en: "'{field}' must have at least one item", zh: '{field} 中至少要有一个条目' },
  tooManyItems: {
    en: "'{field}' may have at most {max} items; add the rest by another call",
    zh: '{field} 最多包含 {max} 个条目；其余的请另行添加',
  },
  notItem: { en: 'must be an item with a type', zh: '每个条目都必须带有 type' },
  itemReference: {
    en: 'a conversation keeps items, not references to them',
    zh: '对话保存的是条目本身，而不是对条目的引用',
  },
  tooManyPairs: { en: "'{field}' may have at most {max} pairs", zh: '{field} 最多包含 {max} 个键值对' },
  keyTooLong: {
    en: "keys of '{field}' may have at most {max} characters",
    zh: '{field} 的键最多 {max} 个字符',
  },
  valueTooLong: {
    en: 'must be a text of at most {max} characters',
    zh: '元数据的值必须是最多 {max} 个字符的文本',
  },
  notStreamable: {
    en: "only a response that was made with 'background' and 'stream' can be streamed again: ask for this one without 'stream' until its 'status' says that it has ended",
    zh: '只有创建时同时设置了 background 和 stream 的响应才能再次流式返回；请去掉 stream 参数反复查询，直到 status 显示其已结束',
  },
  noBackground: {
    en: "a WebSocket takes no '{field}'; send the request to POST /v1/responses",
    zh: 'WebSocket 不支持 {field}；请将请求发送到 POST /v1/responses',
  },
  noTranscriptionModel: {
    en: "a session for transcription begins with a 'session.update' that names '{field}'",
    zh: '转写会话必须以 session.update 开始，并在其中指定 {field}',
  },
  otherModel: {
    en: "a session keeps its model, '{model}'; open another session for another model",
    zh: '会话的模型 {model} 不能更换；如需使用其他模型，请另开会话',
  },
  secretTooLong: {
    en: "'{field}' is too long for a client secret; send the rest by session.update",
    zh: '{field} 过长，客户端密钥无法容纳；其余设置请通过 session.update 发送',
  },
} as const satisfies Record<string, Texts>
