import { canonicalJson, jsonOf } from './canonical-json.ts'
import { checkObject } from './check-object.ts'
import {
  type FieldShapes,
  fieldShapes,
  isKind,
  type Kind,
  kinds,
  nameMax,
  tableOptions,
  textTables,
} from './kinds.ts'
import { type Declared, type Manifest, type Plain, pathOf, type SecretUse } from './manifest.ts'
import type { Place, Problems } from './problems.ts'
import { readField } from './read-field.ts'
import { digestOf, type SourceFile } from './read-files.ts'
import { asReference, readSecretUse } from './read-secret.ts'
import { nearest } from './suggest.ts'
import { readTrees, type ScalarTree, type TableTree, type Tree, type TreeEntry } from './tree.ts'

/** Reads files into one manifest. Problems are added to `problems`; valid parts are returned regardless. */
export function readManifest(files: readonly SourceFile[], problems: Problems): Manifest {
  const reader = new ManifestReader(problems)
  for (const { name, text } of files) for (const tree of readTrees(text, name, problems)) reader.read(tree)
  return { owner: reader.owner, objects: reader.objects, digest: digestOf(files) }
}

const topLevel = ['version', 'owner', ...kinds]

class ManifestReader {
  owner: string | undefined
  readonly objects: Declared[] = []
  readonly #problems: Problems
  readonly #seen = new Map<string, Place>()

  constructor(problems: Problems) {
    this.#problems = problems
  }

  read(tree: Tree): void {
    const problems = this.#problems
    if (tree.kind !== 'table') {
      // An empty file, such as one with only comments, is valid.
      if (tree.kind !== 'scalar' || tree.value !== null) problems.add('notAManifest', { place: tree.place })
      return
    }
    this.#checkVersion(tree)
    for (const entry of tree.entries) {
      const { key, value } = entry
      if (key === 'owner') this.#readOwner(entry)
      else if (isKind(key)) this.#readKind(key, value)
      else if (key !== 'version') this.#unknown('unknownSection', entry, [], topLevel)
    }
  }

  #checkVersion({ entries, place }: TableTree): void {
    const version = entries.find(({ key }) => key === 'version')
    const { tell } = this.#problems
    if (version === undefined)
      this.#problems.add('noVersion', { place, hint: tell('write', { text: 'version: 1' }) })
    else if (version.value.kind !== 'scalar' || version.value.value !== 1)
      this.#problems.add('otherVersion', {
        place: version.value.place,
        path: 'version',
        hint: tell('write', { text: 'version: 1' }),
      })
  }

  #readOwner({ value }: TreeEntry): void {
    const text = value.kind === 'scalar' ? textOf(value) : ''
    const finding = { place: value.place, path: 'owner' }
    if (!/^[A-Za-z0-9][A-Za-z0-9._/-]{0,99}$/.test(text)) this.#problems.add('ownerShape', finding)
    else if (this.owner !== undefined && this.owner !== text)
      this.#problems.add('ownerTwice', { ...finding, values: { owner: this.owner } })
    else this.owner = text
  }

  #readKind(kind: Kind, value: Tree): void {
    if (value.kind === 'scalar' && value.value === null) return
    if (value.kind !== 'table') {
      this.#problems.add('wantsNames', { place: value.place, path: kind })
      return
    }
    for (const entry of value.entries) {
      const name = nameOf(kind, entry.key)
      const path = pathOf(kind, name)
      if (!this.#isFreeName(kind, name, entry.keyPlace, path)) continue
      const declared =
        kind === 'options' ? this.#readOption(name, entry, path) : this.#readObject(kind, name, entry, path)
      if (declared === undefined) continue
      checkObject(declared, path, this.#problems)
      this.objects.push(declared)
    }
  }

  #isFreeName(kind: Kind, name: string, place: Place, path: string): boolean {
    const max = nameMax[kind]
    if (name === '' || [...name].length > max || /\p{Cc}/u.test(name)) {
      this.#problems.add('nameLength', { place, path, values: { max } })
      return false
    }
    const earlier = this.#seen.get(`${kind} ${name}`)
    if (earlier === undefined) {
      this.#seen.set(`${kind} ${name}`, place)
      return true
    }
    this.#problems.add('declaredTwice', {
      place,
      path,
      values: { place: `${earlier.file}:${earlier.line}:${earlier.column}` },
    })
    return false
  }

  #readObject(
    kind: Exclude<Kind, 'options'>,
    name: string,
    entry: TreeEntry,
    path: string,
  ): Declared | undefined {
    const shapes: FieldShapes = fieldShapes[kind]
    const { value: tree, keyPlace: place } = entry
    if (tree.kind === 'scalar' && tree.value === null && (kind === 'groups' || kind === 'prices'))
      return { kind, name, place, isAbsent: true, values: absent[kind], secrets: {}, places: {} }
    if (tree.kind !== 'table') {
      this.#problems.add('wantsFields', { place: tree.place, path })
      return undefined
    }
    const values: Record<string, Plain> = {}
    const secrets: Record<string, SecretUse> = {}
    const places: Record<string, Place> = {}
    for (const field of tree.entries) {
      const shape = Object.hasOwn(shapes, field.key) ? shapes[field.key] : undefined
      if (shape === undefined) {
        this.#unknown('unknownField', field, [kind, name], Object.keys(shapes))
        continue
      }
      places[field.key] = field.value.place
      const read = readField(shape, field.value, pathOf(kind, name, field.key), this.#problems)
      if (read === undefined) continue
      if ('secret' in read) secrets[field.key] = read.secret
      else values[field.key] = read.value
    }
    return { kind, name, place, isAbsent: false, values, secrets, places }
  }

  #readOption(name: string, { value: tree, keyPlace }: TreeEntry, path: string): Declared | undefined {
    const declared = {
      kind: 'options',
      name,
      place: keyPlace,
      isAbsent: false,
      places: { value: tree.place },
    } as const
    const section = tableOptions[name]
    if (section !== undefined) {
      this.#problems.add('optionIsTable', { place: keyPlace, path, values: { section } })
      return undefined
    }
    if (!textTables.has(name) && asReference(tree) !== undefined) {
      const secret = readSecretUse(tree, path, false, this.#problems)
      return secret && { ...declared, values: {}, secrets: { value: secret } }
    }
    if (tree.kind === 'scalar') {
      // Without a value, the option gets its built-in value.
      const value = tree.value === null ? null : typeof tree.value === 'string' ? tree.value : tree.source
      return { ...declared, values: { value }, secrets: {} }
    }
    return { ...declared, values: { value: canonicalJson(jsonOf(tree)) ?? '' }, secrets: {} }
  }

  #unknown(
    key: 'unknownSection' | 'unknownField',
    entry: TreeEntry,
    parents: readonly string[],
    known: readonly string[],
  ): void {
    const { tell } = this.#problems
    const suggestion = nearest(entry.key, known)
    this.#problems.add(key, {
      place: entry.keyPlace,
      path: pathOf(...parents, entry.key),
      values: { name: entry.key },
      hint: suggestion ? tell('didYouMean', { suggestion }) : tell('known', { names: known.join(', ') }),
    })
  }
}

/**
 * Returns the name as the server stores it. Groups and prices are entries of tables, and their names keep leading and
 * trailing spaces.
 */
function nameOf(kind: Kind, key: string): string {
  if (kind === 'users') return key.normalize('NFC')
  return kind === 'groups' || kind === 'prices' ? key : key.trim()
}

/** Returns a label as text, because it may look like a number: `2026`. */
const textOf = ({ value, source }: ScalarTree): string =>
  typeof value === 'string' ? value : value === null ? '' : source

const absent = {
  groups: { ratio: null, description: null, usable: false },
  prices: { ratio: null, completion: null, cacheRead: null, price: null },
} as const
