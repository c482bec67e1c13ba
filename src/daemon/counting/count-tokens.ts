import { setImmediate as nextTurn } from 'node:timers/promises'

/** The two vocabularies used for counting; models of other vendors are counted with the older one. */
export type EncodingName = 'o200k_base' | 'cl100k_base'

const O200K_PREFIXES = ['gpt-4o', 'chatgpt-4o', 'o1', 'o3', 'o4', 'gpt-4.1', 'gpt-5'] as const

export const encodingFor = (model: string): EncodingName =>
  O200K_PREFIXES.some((each) => model.startsWith(each)) ? 'o200k_base' : 'cl100k_base'

/**
 * Longest text given to the tokenizer at once. Its merging is quadratic in the length of an unbroken run, so a megabyte
 * of one letter would take minutes; in slices it takes well under two seconds, spread over many turns of the loop.
 * A cut through a word costs at most one token too many per slice.
 */
const SLICE_LENGTH = 512
/** How far before the end of a slice to look for a space. */
const BREAK_WINDOW = 128
/** Characters between two turns of the event loop: other requests wait a few milliseconds at most. */
const CHARACTERS_PER_TURN = 8192
/** Slices between two turns, however short they are. */
const SLICES_PER_TURN = 512
/** Beyond this a request is counted in evenly spread samples: a close estimate at a bounded cost. */
const CHARACTERS_MAX = 524_288

type Count = (text: string) => number

const tokenizers: Partial<Record<EncodingName, Promise<Count>>> = {}

/** Vocabularies are megabytes of tables and take a quarter of a second to load, so load them on first use. */
function tokenizer(encoding: EncodingName): Promise<Count> {
  const loaded = tokenizers[encoding]
  if (loaded) return loaded
  const loading = load(encoding)
  tokenizers[encoding] = loading
  return loading
}

async function load(encoding: EncodingName): Promise<Count> {
  const { countTokens } =
    encoding === 'o200k_base'
      ? await import('gpt-tokenizer/encoding/o200k_base')
      : await import('gpt-tokenizer/encoding/cl100k_base')
  // Nothing in a user's text is a control token, even if it looks like one.
  const options = { disallowedSpecial: new Set<string>() }
  return (text) => countTokens(text, options)
}

/** Tokens of a text, without any framing. Yields to the event loop while it works on long texts. */
export const countText = (model: string, text: string): Promise<number> => countTexts(model, [text])

/** Tokens of several texts together, at the cost of one: the bounds hold for all of them. */
export async function countTexts(model: string, texts: readonly string[]): Promise<number> {
  const slices = texts.flatMap(slicesOf)
  if (slices.length === 0) return 0
  const count = await tokenizer(encodingFor(model))
  const total = texts.reduce((sum, text) => sum + text.length, 0)
  const step = Math.max(1, total / CHARACTERS_MAX)
  let tokens = 0
  let characters = 0
  let sinceTurn = 0
  for (let position = 0; position < slices.length; position += step) {
    const slice = slices[Math.floor(position)] ?? ''
    tokens += count(slice)
    characters += slice.length
    sinceTurn += Math.max(slice.length, CHARACTERS_PER_TURN / SLICES_PER_TURN)
    if (sinceTurn >= CHARACTERS_PER_TURN) {
      sinceTurn = 0
      await nextTurn()
    }
  }
  return characters === total ? tokens : Math.round((tokens * total) / characters)
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

/** Cuts before white space, which belongs to the word after it, or between two characters where there is none. */
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
