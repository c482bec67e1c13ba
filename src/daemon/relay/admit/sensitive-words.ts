import { RE2JS } from 're2js'
import type { Options } from '../../options/registry.ts'

/** Finds forbidden words. Linear in the text, whatever an administrator typed. */
export interface WordFilter {
  readonly isEmpty: boolean
  /** @returns the words found, each once, in the order of the list's index */
  find(text: string): readonly string[]
}

const NONE: WordFilter = { isEmpty: true, find: () => [] }

const filters = new WeakMap<Options, WordFilter>()

/** The filter that the options ask for, compiled once: options are replaced whole when one of them changes. */
export function wordFilterOf(options: Options): WordFilter {
  const known = filters.get(options)
  if (known) return known
  const built = buildWordFilter(options)
  filters.set(options, built)
  return built
}

/**
 * Plain lines are lower-case substrings, looked up by their first two characters so that 50 000 words cost no more
 * than a few comparisons per position. `regex:` lines run on RE2, which cannot backtrack.
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
    find(text) {
      const found = plain(text.toLowerCase())
      for (const pattern of patterns) if (pattern.expression.matcher(text).find()) found.push(pattern.source)
      return found
    },
  }
}

/** Saving refuses a line that does not compile; one that an older version stored is ignored here. */
function compile(line: string): { source: string; expression: RE2JS }[] {
  const source = line.slice('regex:'.length)
  try {
    return [{ source, expression: RE2JS.compile(source, RE2JS.CASE_INSENSITIVE) }]
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
