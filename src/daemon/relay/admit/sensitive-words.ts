import type { RE2JS } from 're2js'
import { compileRe2 } from '../../options/re2.ts'
import type { Options } from '../../options/registry.ts'
import { Turn } from './turn.ts'

/** Finds forbidden words. Takes time linear in the text, whatever the administrator's list contains. */
export interface WordFilter {
  readonly isEmpty: boolean
  /** @returns the words found, each once: plain words as listed, for a pattern the text that matches */
  find(text: string): readonly string[]
  /** Unlike plain words, patterns can match across line ends. */
  readonly hasPatterns: boolean
  /** UTF-16 units of the longest plain word. */
  readonly longest: number
}

const PIECE_LENGTH = 65_536
/** How far a pattern may extend beyond the end of a piece of a long text. */
const PATTERN_REACH = 4096

/** Searches a text of any length. A long one is searched in pieces, so that other requests are not held up. */
export const findInPieces = (
  filter: WordFilter,
  text: string,
): readonly string[] | Promise<readonly string[]> =>
  text.length <= PIECE_LENGTH ? filter.find(text) : findInLong(filter, text)

async function findInLong(filter: WordFilter, text: string): Promise<readonly string[]> {
  const turn = new Turn()
  const reach = Math.max(PATTERN_REACH, filter.longest)
  const found = new Set<string>()
  for (let from = 0; from < text.length; from += PIECE_LENGTH) {
    for (const word of filter.find(text.slice(from, from + PIECE_LENGTH + reach))) found.add(word)
    await turn.mayEnd()
  }
  return [...found]
}

const NONE: WordFilter = { isEmpty: true, hasPatterns: false, find: () => [], longest: 0 }

const filters = new WeakMap<Options, WordFilter>()

/** Returns the filter set by the options. It is compiled once per options object, which is replaced at every change. */
export function wordFilterOf(options: Options): WordFilter {
  const known = filters.get(options)
  if (known) return known
  const built = buildWordFilter(options)
  filters.set(options, built)
  return built
}

/**
 * Builds the filter. Plain lines are lower-case substrings, looked up by their first two characters so that 50 000
 * words cost no more than a few comparisons per position. `regex:` lines run on RE2, which cannot backtrack.
 */
export function buildWordFilter(options: Options): WordFilter {
  if (!options.CheckSensitiveEnabled || !options.CheckSensitiveOnPromptEnabled) return NONE
  const lines = options.SensitiveWords.split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const patterns = lines.filter((line) => line.startsWith('regex:')).flatMap(compile)
  const words = [
    ...new Set(lines.filter((line) => !line.startsWith('regex:')).map((line) => line.toLowerCase())),
  ]
  if (words.length + patterns.length === 0) return NONE
  const plain = words.length <= 16 ? findByScan(words) : findByIndex(words)
  return {
    isEmpty: false,
    longest: words.reduce((longest, word) => Math.max(longest, word.length), 0),
    hasPatterns: patterns.length > 0,
    find(text) {
      const found = plain(text.toLowerCase())
      for (const pattern of patterns) {
        const matcher = pattern.matcher(text)
        const word = matcher.find() ? matcher.group() : null
        if (word !== null && !found.includes(word)) found.push(word)
      }
      return found
    },
  }
}

/** Invalid lines cannot be saved; one stored by an older version is ignored. */
function compile(line: string): RE2JS[] {
  try {
    return [compileRe2(line.slice('regex:'.length))]
  } catch {
    return []
  }
}

function findByScan(words: readonly string[]): (text: string) => string[] {
  return (text) => words.filter((word) => text.includes(word))
}

function findByIndex(words: readonly string[]): (text: string) => string[] {
  const byStart = new Map<number, string[]>()
  const single = new Set<number>()
  for (const word of words) {
    if (word.length === 1) single.add(word.charCodeAt(0))
    else {
      const start = word.charCodeAt(0) * 65_536 + word.charCodeAt(1)
      const list = byStart.get(start)
      if (list) list.push(word)
      else byStart.set(start, [word])
    }
  }
  return (text) => {
    const found = new Set<string>()
    for (let i = 0; i < text.length; i += 1) {
      const code = text.charCodeAt(i)
      if (single.has(code)) found.add(text.charAt(i))
      const list = byStart.get(code * 65_536 + text.charCodeAt(i + 1))
      if (list) for (const word of list) if (text.startsWith(word, i)) found.add(word)
    }
    return [...found]
  }
}
