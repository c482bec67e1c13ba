import { readFile, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type Io, readAll, textOf } from '../io.ts'
import { fieldShapes, type Kind, kindWord } from './kinds.ts'
import { type Manifest, pathOf, type SecretReference, type SecretUse } from './manifest.ts'
import type { Problems } from './problems.ts'

/** A secret and whether it could be resolved. */
export interface ResolvedSecret {
  /** undefined if none of its references is set. */
  readonly text: string | undefined
  /** Names of missing variables and lines. */
  readonly missing: readonly string[]
}

export type ResolvedSecrets = ReadonlyMap<SecretUse, ResolvedSecret>

export interface SecretSources {
  readonly io: Io
  /** Whether standard input contains the manifest, and therefore no secrets. */
  readonly isStdinTaken: boolean
  readonly problems: Problems
}

const SECRET_MAX = 65_536

/** Resolves all secrets that the files refer to. Standard input is read only if a secret comes from it. */
export async function resolveSecrets(manifest: Manifest, sources: SecretSources): Promise<ResolvedSecrets> {
  const finder = new SecretFinder(sources)
  const found = new Map<SecretUse, ResolvedSecret>()
  for (const { kind, name, secrets } of manifest.objects)
    for (const [field, use] of Object.entries(secrets)) {
      const path = kind === 'options' ? pathOf(kind, name) : pathOf(kind, name, field)
      const texts = await Promise.all(use.references.map((each) => finder.find(each, path)))
      const missing = use.references.filter((_, at) => texts[at] === undefined).map((each) => each.name)
      if (missing.length > 0 && missing.length < texts.length)
        sources.problems.add('secretsIncomplete', {
          place: use.place,
          path,
          values: { names: missing.join(', '), kind: kindWord[kind] },
        })
      const text = missing.length > 0 ? undefined : texts.join('\n')
      const max = lengthMax(kind, field)
      if (text !== undefined && [...text.trim()].length > max)
        sources.problems.add('tooLong', { place: use.place, path, values: { max } })
      found.set(use, { text, missing })
    }
  return found
}

function lengthMax(kind: Kind, field: string): number {
  const shape = kind === 'options' ? undefined : fieldShapes[kind][field]
  return (shape?.form === 'secret' ? shape.maxLength : undefined) ?? Number.POSITIVE_INFINITY
}

class SecretFinder {
  readonly #sources: SecretSources
  #lines: Promise<ReadonlyMap<string, string>> | undefined

  constructor(sources: SecretSources) {
    this.#sources = sources
  }

  /** Resolves a reference. @returns undefined when it is not set; an empty variable counts as not set */
  async find(reference: SecretReference, path: string): Promise<string | undefined> {
    if (reference.from === 'env') return trimmed(this.#sources.io.env[reference.name])
    if (reference.from === 'file') return this.#readFile(reference, path)
    if (this.#sources.isStdinTaken) {
      this.#sources.problems.add('stdinTaken', { place: reference.place, path })
      return undefined
    }
    this.#lines ??= this.#readLines()
    return trimmed((await this.#lines).get(reference.name))
  }

  async #readFile({ name, place }: SecretReference, path: string): Promise<string | undefined> {
    const { problems } = this.#sources
    const file = resolve(place.file === '-' ? '.' : dirname(place.file), name)
    try {
      const { size } = await stat(file)
      if (size > SECRET_MAX) problems.add('secretTooLong', { place, path, values: { max: SECRET_MAX } })
      const text = size > SECRET_MAX ? '' : trimmed(textOf(await readFile(file)))
      if (text === undefined) problems.add('secretEmpty', { place, path, values: { name } })
      return text
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
      problems.add('secretFile', { place, path, values: { name, reason } })
      return undefined
    }
  }

  /** Parses `NAME=value` lines; ignores blank lines and those starting with #. Errors never show their content. */
  async #readLines(): Promise<ReadonlyMap<string, string>> {
    const { io, problems } = this.#sources
    const lines = new Map<string, string>()
    for (const [at, line] of (await readAll(io.stdin)).split(/\r?\n/).entries()) {
      if (line.trim() === '' || line.startsWith('#')) continue
      const [, name, value] = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/.exec(line) ?? []
      const place = { file: '-', line: at + 1, column: 1 }
      if (name === undefined || value === undefined) problems.add('stdinLine', { place })
      else if (lines.has(name)) problems.add('stdinTwice', { place, values: { name } })
      else lines.set(name, value)
    }
    return lines
  }
}

function trimmed(text: string | undefined): string | undefined {
  const value = text?.replace(/\r?\n$/, '')
  return value === undefined || value.trim() === '' ? undefined : value
}
