import { setImmediate as nextTurn } from 'node:timers/promises'

/** The two vocabularies used for counting; for models of other vendors, the older one is used. */
export type EncodingName = 'o200k_base' | 'cl100k_base'

/** Characters between two turns of the event loop, so that other texts to count wait only a few milliseconds. */
const CHARACTERS_PER_TURN = 8192
/** Maximum number of slices between two turns, however short they are. */
const SLICES_PER_TURN = 512

type Count = (text: string) => number

const tokenizers: Partial<Record<EncodingName, Promise<Count>>> = {}

/** Loads a vocabulary on first use: it is megabytes of tables and takes a quarter of a second to load. */
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
  // Text of users never contains control tokens, even if it looks like one.
  const options = { disallowedSpecial: new Set<string>() }
  return (text) => countTokens(text, options)
}

/**
 * Returns the total tokens of short texts. Loading a vocabulary blocks the thread, so daemons run this in a separate
 * one.
 */
export async function countSlices(encoding: EncodingName, slices: readonly string[]): Promise<number> {
  const count = await tokenizer(encoding)
  let tokens = 0
  let sinceTurn = 0
  for (const slice of slices) {
    tokens += count(slice)
    sinceTurn += Math.max(slice.length, CHARACTERS_PER_TURN / SLICES_PER_TURN)
    if (sinceTurn >= CHARACTERS_PER_TURN) {
      sinceTurn = 0
      await nextTurn()
    }
  }
  return tokens
}
