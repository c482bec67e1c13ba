import { setImmediate as nextTurn } from 'node:timers/promises'

/** The two vocabularies used for counting; models of other vendors are counted with the older one. */
export type EncodingName = 'o200k_base' | 'cl100k_base'

/** Characters between two turns of the event loop: others that want to be counted wait a few milliseconds at most. */
const CHARACTERS_PER_TURN = 8192
/** Slices between two turns, however short they are. */
const SLICES_PER_TURN = 512

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

/**
 * Tokens of short texts, added up. Loading a vocabulary holds the thread up, so daemons let a thread of its own do this.
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
