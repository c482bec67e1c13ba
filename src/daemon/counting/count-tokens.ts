import type { EncodingName } from './count-slices.ts'
import { TokenCounter } from './token-counter.ts'

export type { EncodingName }

const O200K_PREFIXES = ['gpt-4o', 'chatgpt-4o', 'o1', 'o3', 'o4', 'gpt-4.1', 'gpt-5'] as const

export const encodingFor = (model: string): EncodingName =>
  O200K_PREFIXES.some((each) => model.startsWith(each)) ? 'o200k_base' : 'cl100k_base'

/**
 * Longest text given to the tokenizer at once. Its merging is quadratic in the length of an unbroken run, so a megabyte
 * of one letter would take minutes; in slices it takes well under two seconds. A cut through a word costs at most one
 * token too many per slice.
 */
const SLICE_LENGTH = 512
/** How far before the end of a slice to look for a space. */
const BREAK_WINDOW = 128
/** Longer requests are counted in evenly spread samples: a close estimate at a bounded cost. */
const CHARACTERS_MAX = 524_288

const counter = new TokenCounter()

/** Reports whether a count is pending. */
export const isCounting = (): boolean => counter.isCounting

/** Counts the tokens of a text, without any framing. Does not block the event loop. */
export const countText = (model: string, text: string): Promise<number> => countTexts(model, [text])

/** Counts the tokens of several texts together; the limits apply to their total. */
export async function countTexts(model: string, texts: readonly string[]): Promise<number> {
  const slices = texts.flatMap(slicesOf)
  if (slices.length === 0) return 0
  const total = lengthOf(texts)
  const counted = sampleOf(slices, total)
  const tokens = await counter.count(encodingFor(model), counted)
  const characters = lengthOf(counted)
  return characters === total ? tokens : Math.round((tokens * total) / characters)
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0)

function sampleOf(slices: readonly string[], total: number): readonly string[] {
  const step = Math.max(1, total / CHARACTERS_MAX)
  if (step === 1) return slices
  const sample: string[] = []
  for (let position = 0; position < slices.length; position += step)
    sample.push(slices[Math.floor(position)] ?? '')
  return sample
}

function slicesOf(text: string): readonly string[] {
  const slices: string[] = []
  for (let from = 0; from < text.length; ) {
    const to = sliceEnd(text, from)
    slices.push(text.slice(from, to))
    from = to
  }
  return slices
}

/** Returns where a slice ends: before white space, which belongs to the following word, else between two characters. */
function sliceEnd(text: string, from: number): number {
  const end = from + SLICE_LENGTH
  if (end >= text.length) return text.length
  for (let at = end; at > end - BREAK_WINDOW; at--) {
    const code = text.charCodeAt(at)
    if (code === 0x20 || code === 0x0a) return at
  }
  const isInsidePair = (text.charCodeAt(end) & 0xfc00) === 0xdc00
  return isInsidePair ? end - 1 : end
}
