import type { RouteOptions } from 'fastify'

/** Where a client would arrive if its base URL were right. */
export interface Correction {
  /** The path that is served. */
  readonly path: string
  /** What a base URL must have after the host; empty = nothing. */
  readonly basePath: string
}

interface Pattern {
  readonly form: RegExp
  readonly methods: Set<string>
}

/** What a client may have left out: its base URL ends with it, or the client writes it itself. */
const VERSIONS = ['', '/v1', '/v2'] as const
/** Longer addresses are not looked into: each of their parts is looked up. */
const SEGMENTS_MAX = 8
/** Base URLs of OpenAI's clients end with the version; Anthropic's and Google's clients add it themselves. */
const OPENAI_PATH = /^\/v1\/(?!messages(\/|$)|models\/.*:)/

/** The addresses that the daemon serves, for telling clients that ask for another one what is wrong with it. */
export class ServedAddresses {
  readonly #plain = new Map<string, Set<string>>()
  readonly #patterns = new Map<string, Pattern>()
  readonly #enter: (path: string) => string

  /** @param enter leads an address of a vendor's own to the one that is served for it */
  constructor(enter: (path: string) => string) {
    this.#enter = enter
  }

  /** Notes a route; meant for Fastify's hook `onRoute`. */
  add({ url, method }: Pick<RouteOptions, 'url' | 'method'>): void {
    const methods = this.#methodsOf(withoutEnd(url))
    // Preflights are answered for whole trees, served or not.
    for (const each of [method].flat()) if (each !== 'OPTIONS') methods.add(each)
  }

  /** The methods that a path takes, ascending; none if it is not served. */
  methodsAt(path: string): readonly string[] {
    const entered = withoutEnd(this.#enter(path))
    const patterns = [...this.#patterns.values()].filter(({ form }) => form.test(entered))
    const found = patterns.flatMap(({ methods }) => [...methods])
    return [...new Set([...(this.#plain.get(entered) ?? []), ...found])].sort()
  }

  /**
   * Finds what is wrong with a base URL: it lacks a version, has one too many, has a path of its own, or is the whole
   * address of a call.
   */
  correct(method: string, path: string): Correction | undefined {
    const parts = partsOf(path)
    if (parts.length > SEGMENTS_MAX) return undefined
    for (let from = 0; from < parts.length; from += 1) {
      const asked = `/${parts.slice(from).join('/')}`
      for (const version of VERSIONS) {
        const served = version + asked
        if (served !== path && this.methodsAt(served).includes(method)) return correction(path, served)
      }
    }
    return undefined
  }

  #methodsOf(url: string): Set<string> {
    if (!/[:*]/.test(url)) {
      const methods = this.#plain.get(url) ?? new Set()
      this.#plain.set(url, methods)
      return methods
    }
    const pattern = this.#patterns.get(url) ?? { form: formOf(url), methods: new Set() }
    this.#patterns.set(url, pattern)
    return pattern.methods
  }
}

const partsOf = (path: string): readonly string[] => path.split('/').filter(Boolean)

const withoutEnd = (path: string): string => (path.length > 1 ? path.replace(/\/$/, '') : path)

/** Routes name a segment with `:name` and the rest of a path with `*`. */
const formOf = (url: string): RegExp => {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`^${escaped.replace(/:\w+/g, '[^/]+').replace('*', '.+')}$`)
}

/** What both addresses end with was written by the client; what stands before it comes from the base URL. */
function correction(asked: string, served: string): Correction {
  const before = partsOf(asked)
  const wanted = partsOf(served)
  let common = 0
  const most = wanted.length - (OPENAI_PATH.test(served) ? 1 : 0)
  while (common < most && before.at(-1 - common) === wanted.at(-1 - common)) common += 1
  const base = wanted.slice(0, wanted.length - common)
  return { path: served, basePath: base.map((part) => `/${part}`).join('') }
}
