import type { PriceField } from './price-row.ts'
import type { PriceUnit } from './price-units.ts'

/** The content of a pasted column; undefined = not in the grid. */
export type PastedColumn = PriceField | 'name' | undefined

/** Columns of vendors' tables that must not be mistaken for ours: cache writes, audio, images, limits. */
const others = [
  /writ|creat|storage|写入|创建|存储/i,
  /(audio|image|video|音频|图[片像]|视频).*(input|output|输入|输出)|(input|output|输入|输出).*(audio|image|video|音频|图[片像]|视频)/i,
  /\bmax|limit|context (window|length|size)|最大|上限|上下文(长度|窗口)/i,
]

const heads: readonly (readonly [PriceField | 'name', RegExp])[] = [
  // DeepSeek has two input prices: for cache hits and cache misses.
  ['ratio', /cache.?miss|未命中/i],
  ['cache', /cache|缓存/i],
  ['completion', /completion|output|输出|补全/i],
  ['price', /per (call|request)|fixed|固定|按次|每次|model ?price/i],
  ['ratio', /ratio|input|prompt|输入|倍率/i],
  ['name', /name|model|名称|模型/i],
  ['price', /price|价格/i],
]

/**
 * Reads the column heads. If two columns have the same content, such as prices for short and for long prompts, the
 * first counts.
 */
export function readHead(head: readonly string[]): readonly PastedColumn[] {
  const columns = head.map((cell) =>
    others.some((pattern) => pattern.test(cell))
      ? undefined
      : heads.find(([, pattern]) => pattern.test(cell))?.[0],
  )
  return columns.map((column, at) => (columns.indexOf(column) === at ? column : undefined))
}

/** Returns the unit in the head of a table; undefined = none. */
export const unitOf = (head: string): PriceUnit | undefined => {
  if (/ratio|倍率/i.test(head)) return 'ratio'
  return /\$|usd|dollar|美元|input|output|输入|输出/i.test(head) ? 'dollar' : undefined
}

/** Returns the factor that converts the prices below a head to a million tokens. */
export function scaleOf(head: string): number {
  if (/\b1 ?m\b|mtok|million|百万|1[, ]?000[, ]?000/i.test(head)) return 1
  if (/\b1 ?k\b|\b1[, ]?000\b|thousand|每千|千 ?token/i.test(head)) return 1000
  return /per[ _-]token|每 ?token/i.test(head) ? 1_000_000 : 1
}

const currency = /[¥￥€£₹]|(?<!美)元|人民币|\b(?:rmb|cny|eur|gbp|jpy|inr)\b/i

/** Returns the currency in a text, unless it is the dollar. */
export const otherCurrencyOf = (text: string): string | undefined => currency.exec(text)?.[0]
