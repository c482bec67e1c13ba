import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseAllDocuments,
  Scalar,
  type YAMLMap,
} from 'yaml'
import type { Place, Problems } from './problems.ts'

/** One value in a file, with its place. Aliases and merges are already resolved. */
export type Tree = ScalarTree | ListTree | TableTree

export interface ScalarTree {
  readonly kind: 'scalar'
  readonly place: Place
  readonly value: string | number | boolean | null
  /** The text in the file, without quotes; a number with all its digits. */
  readonly source: string
}

export interface ListTree {
  readonly kind: 'list'
  readonly place: Place
  readonly items: readonly Tree[]
}

export interface TableTree {
  readonly kind: 'table'
  readonly place: Place
  readonly entries: readonly TreeEntry[]
}

export interface TreeEntry {
  readonly key: string
  readonly keyPlace: Place
  readonly value: Tree
}

/**
 * Maximum number of values in one file, counting every use of an alias: ten lines could otherwise expand to a billion.
 */
const NODES_MAX = 200_000
const DEPTH_MAX = 32

/** Stops reading a file when further problems would only be noise. */
class Unreadable extends Error {}

/**
 * Reads one file, which may contain several documents.
 * @returns the documents that can be used; errors are added to `problems`
 */
export function readTrees(text: string, file: string, problems: Problems): Tree[] {
  const lines = new LineCounter()
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset)
    return { file, line: Math.max(1, line), column: Math.max(1, col) }
  }
  const documents = parseAllDocuments(text, {
    lineCounter: lines,
    prettyErrors: false,
    merge: true,
    uniqueKeys: true,
    schema: 'core',
  })
  if (!Array.isArray(documents)) return []
  const trees: Tree[] = []
  const reader = new TreeReader(placeAt, problems)
  for (const document of documents) {
    for (const { code, message, pos } of document.errors)
      if (code === 'DUPLICATE_KEY') problems.add('duplicateKey', { place: placeAt(pos[0]) })
      else
        problems.add('syntax', { place: placeAt(pos[0]), values: { reason: message.split('\n')[0] ?? '' } })
    // An unknown tag has a meaning, such as an include, that would be dropped silently.
    for (const { code, message, pos } of document.warnings)
      if (code === 'TAG_RESOLVE_FAILED') problems.add('unknownTag', { place: placeAt(pos[0]) })
      else
        problems.warn('syntax', { place: placeAt(pos[0]), values: { reason: message.split('\n')[0] ?? '' } })
    // An incomplete document does not show what was meant.
    if (document.contents === null || document.errors.some(({ code }) => code !== 'DUPLICATE_KEY')) continue
    try {
      trees.push(reader.read(document.contents))
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
    }
  }
  return trees
}

class TreeReader {
  readonly #placeAt: (offset: number) => Place
  readonly #problems: Problems
  readonly #anchors = new Map<string, Node>()
  /** Anchored nodes that are being read: an alias to one of them would recurse forever. */
  readonly #open = new Set<Node>()
  #nodes = 0

  constructor(placeAt: (offset: number) => Place, problems: Problems) {
    this.#placeAt = placeAt
    this.#problems = problems
  }

  read(node: unknown, depth = 0): Tree {
    const known = node as Node
    const place = this.#placeAt(known.range?.[0] ?? 0)
    this.#nodes += 1
    if (this.#nodes > NODES_MAX) this.#giveUp('tooManyValues', place, { max: NODES_MAX })
    if (depth > DEPTH_MAX) this.#giveUp('tooDeep', place, { max: DEPTH_MAX })
    if (isAlias(known)) return this.read(this.#target(known, place), depth)
    const { anchor } = known as { anchor?: string }
    if (anchor !== undefined) this.#anchors.set(anchor, known)
    this.#open.add(known)
    const tree = this.#readPlain(known, place, depth)
    this.#open.delete(known)
    return tree
  }

  #readPlain(node: Node, place: Place, depth: number): Tree {
    if (isSeq(node))
      return {
        kind: 'list',
        place,
        items: node.items.map((each) => this.read(each ?? nullAt(node), depth + 1)),
      }
    if (isMap(node)) return { kind: 'table', place, entries: this.#readEntries(node, depth) }
    const value = isScalar(node) ? node.value : null
    if (
      typeof value === 'string' ||
      typeof value === 'number' ||
      typeof value === 'boolean' ||
      value === null
    )
      return {
        kind: 'scalar',
        place,
        value,
        source: (isScalar(node) ? node.source : undefined) ?? String(value),
      }
    return this.#giveUp('unsupportedValue', place)
  }

  #readEntries(map: YAMLMap, depth: number): TreeEntry[] {
    const own: TreeEntry[] = []
    const merged: TreeEntry[] = []
    for (const pair of map.items as Pair<Node | null, Node | null>[]) {
      const keyPlace = this.#placeAt(pair.key?.range?.[0] ?? map.range?.[0] ?? 0)
      if (isScalar(pair.key) && pair.key.source === '<<' && pair.key.type === 'PLAIN')
        merged.push(...this.#readMerge(pair.value, keyPlace, depth))
      else {
        if (!isScalar(pair.key)) this.#giveUp('unsupportedKey', keyPlace)
        const key = pair.key as { source?: string; value: unknown }
        own.push({
          key: key.source ?? String(key.value),
          keyPlace,
          value: this.read(pair.value ?? nullAt(pair.key ?? map), depth + 1),
        })
      }
    }
    const taken = new Set(own.map(({ key }) => key))
    for (const entry of merged)
      if (!taken.has(entry.key)) {
        taken.add(entry.key)
        own.push(entry)
      }
    return own
  }

  /** Reads `<<: *defaults` or `<<: [*a, *b]`; the first source takes precedence. */
  #readMerge(value: Node | null, place: Place, depth: number): TreeEntry[] {
    const tree = value === null ? undefined : this.read(value, depth + 1)
    const sources = tree?.kind === 'list' ? tree.items : [tree]
    return sources.flatMap((each) => {
      if (each?.kind !== 'table') return this.#giveUp('mergeNotTable', place)
      return each.entries
    })
  }

  #target(alias: Alias, place: Place): Node {
    const target = this.#anchors.get(alias.source)
    if (target === undefined || this.#open.has(target))
      return this.#giveUp('aliasUnknown', place, { name: alias.source })
    return target
  }

  #giveUp(
    key:
      | 'tooManyValues'
      | 'tooDeep'
      | 'unsupportedValue'
      | 'unsupportedKey'
      | 'mergeNotTable'
      | 'aliasUnknown',
    place: Place,
    values: Readonly<Record<string, string | number>> = {},
  ): never {
    this.#problems.add(key, { place, values })
    throw new Unreadable()
  }
}

/** Returns a null node for an entry without a value (`openai:`), at the position where the value would be. */
function nullAt(node: Node): Node {
  const empty = new Scalar(null)
  const end = node.range?.[1] ?? 0
  empty.range = [end, end, end]
  return empty
}
