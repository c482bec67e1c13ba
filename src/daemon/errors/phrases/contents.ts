import type { Texts } from '../reasons.ts'

/** Messages, and texts to embed or rank. */
export const contents = {
  noMessage: { en: "'{field}' must hold at least one message", zh: '{field} 中至少要有一条消息' },
  noContent: { en: "'{field}' must hold at least one content", zh: '{field} 中至少要有一项内容' },
  noItem: { en: "'{field}' must hold at least one item", zh: '{field} 中至少要有一个条目' },
  notParts: {
    en: "'{field}' must be a string, an array of parts or null",
    zh: '{field} 必须是字符串、内容数组或 null',
  },
  notBlocks: {
    en: "'{field}' must be a string or an array of blocks",
    zh: '{field} 必须是字符串或内容块数组',
  },
  notTextBlocks: {
    en: "'{field}' must be a string or an array of text blocks",
    zh: '{field} 必须是字符串或文本块数组',
  },
  notText: {
    en: "'{field}' must be a text, a list of token ids or a part",
    zh: '{field} 必须是文本、token 编号列表或内容部分',
  },
  otherVectors: {
    en: "the provider's vectors are 'float' or 'base64'",
    zh: '服务商只返回 float 或 base64 格式的向量',
  },
  embedsTexts: { en: 'the provider embeds texts only', zh: '服务商只能为文本生成嵌入' },
  shutDown: {
    en: "the service behind '{model}' was shut down; ask for a gemini model, on a channel of type 24 (Google Gemini)",
    zh: '{model} 所属的服务已关闭；请改用 gemini 模型，并使用类型为 24（Google Gemini）的渠道',
  },
} as const satisfies Record<string, Texts>
