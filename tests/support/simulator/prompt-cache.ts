import { createHash } from 'node:crypto'
import type { ProtocolName } from './ask.ts'
import { type Fields, fieldsOf, itemsOf } from './json-fields.ts'

/** The length of a prompt, and how much of it was in the vendor's cache, in characters. */
export interface Found {
  readonly chars: number
  readonly cachedChars: number
}

/** Prefixes of prompts that an account has sent, as cached by its vendor. */
export interface PromptCache {
  /** Looks up a prompt and caches it. */
  take(protocol: ProtocolName, json: unknown): Found
}

/** Minimum length of a cached prefix: 1024 tokens of about four characters. */
const CHARS_MIN = 4_096
/** How many blocks before a mark Anthropic searches. */
const BLOCKS_BACK = 20

interface Piece {
  readonly text: string
  readonly isMarked: boolean
}

/**
 * Creates a prompt cache. OpenAI caches every prefix automatically, at the ends of tools, instructions and items.
 * Anthropic caches prefixes with a mark, and finds those that end at a mark or up to twenty blocks before it.
 */
export const newPromptCache = (): PromptCache => {
  const kept = new Set<string>()
  return {
    take: (protocol, json) => {
      const pieces = piecesOf(protocol, fieldsOf(json))
      const places = placesOf(pieces)
      const marked = places.filter(({ isMarked }) => isMarked)
      const needsMarks = protocol === 'anthropic'
      const looked = needsMarks
        ? marked.flatMap(({ index }) => places.slice(Math.max(0, index - BLOCKS_BACK), index + 1))
        : places
      const found = looked.filter(({ hash, chars }) => chars >= CHARS_MIN && kept.has(hash))
      for (const { hash } of needsMarks ? marked : places) kept.add(hash)
      return {
        chars: places.at(-1)?.chars ?? 0,
        cachedChars: Math.max(0, ...found.map(({ chars }) => chars)),
      }
    },
  }
}

/** Returns the prefixes of a prompt: one ends after each piece. */
function placesOf(pieces: readonly Piece[]) {
  const hash = createHash('sha256')
  let chars = 0
  return pieces.map(({ text, isMarked }, index) => {
    hash.update(text)
    chars += text.length
    return { index, isMarked, chars, hash: hash.copy().digest('base64') }
  })
}

const piecesOf = (protocol: ProtocolName, body: Fields): readonly Piece[] => {
  const model = { text: String(body.model), isMarked: false }
  if (protocol === 'anthropic')
    return [model, ...pieces(body.tools), ...pieces(body.system), ...itemsOf(body.messages).flatMap(blocksOf)]
  const given = protocol === 'responses' ? body.input : body.messages
  return [model, ...pieces(body.tools), ...pieces(body.instructions), ...pieces(given)]
}

const blocksOf = ({ role, content }: Fields): readonly Piece[] => [
  { text: String(role), isMarked: false },
  ...pieces(content),
]

/** Splits a list into pieces; any other value is one piece. Marks are not part of the prompt. */
const pieces = (value: unknown): readonly Piece[] => {
  const list = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
  return list.map((each) => {
    const { cache_control: mark, ...rest } = fieldsOf(each)
    const isObject = typeof each === 'object'
    return { text: JSON.stringify(isObject ? rest : each), isMarked: mark !== undefined && mark !== null }
  })
}
