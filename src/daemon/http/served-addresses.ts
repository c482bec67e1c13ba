import type { RouteOptions } from 'fastify'

/** The path that a client meant, and the base URL that leads to it. */
export interface Correction {
  /** The path that the daemon serves. */
  readonly path: string
  /** The path of the right base URL; empty = only the host. */
  readonly basePath: string
}

interface Pattern {
  readonly form: RegExp
  readonly methods: Set<string>
}

/** Versions that may be missing from a base URL; empty = none is missing. */
const VERSIONS = ['', '/v1', '/v2'] as const
/** Longer paths are not analyzed, because each segment costs a few lookups. */
const SEGMENTS_MAX = 8
/** Base URLs of OpenAI's clients end with the version; Anthropic's and Google's clients add it themselves. */
const OPENAI_PATH = /^\/v1\/(?!messages(\/|$)|models\/.*:)/

/** Knows which paths the daemon serves, to tell clients what is wrong with the one they requested. */
export class ServedAddresses {
  readonly #plain = new Map<string, Set<string>>()
  readonly #patterns = new Map<string, Pattern>()
  readonly #enter: (path: string) => string

  /** @param enter maps a vendor's own path to the one that serves it */
  constructor(enter: (path: string) => string) {
    this.#enter = enter
  }

  /** Registers a route. Called by Fastify's `onRoute` hook. */
  add({ url, method }: Pick<RouteOptions, 'url' | 'method'>): void {
    const methods = this.#methodsOf(withoutEnd(url))
    // Preflights are answered below whole prefixes, so OPTIONS does not prove that a path exists.
    for (const each of [method].flat()) if (each !== 'OPTIONS') methods.add(each)
  }

  /** Returns the methods that a path accepts, sorted; empty if the path is not served. */
  methodsAt(path: string): readonly string[] {
    const entered = withoutEnd(this.#enter(path))
    const patterns = [...this.#patterns.values()].filter(({ form }) => form.test(entered))
    const found = patterns.flatMap(({ methods }) => [...methods])
    return [...new Set([...(this.#plain.get(entered) ?? []), ...found])].sort()
  }

  /**
   * Finds the mistake in a base URL: it lacks a version, has one too many, has its own path, or is the full URL of a
   * call.
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

/** Turns a route into a pattern. In a route, `:name` stands for a segment and `*` for the rest of the path. */
const formOf = (url: string): RegExp => {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`^${escaped.replace(/:\w+/g, '[^/]+').replace('*', '.+')}$`)
}

/**
 * Derives the base URL. The common end of both paths was added by the client; everything before it comes from the base
 * URL.
 */
function correction(asked: string, served: string): Correction {
  const before = partsOf(asked)
  const wanted = partsOf(served)
  let common = 0
  const most = wanted.length - (OPENAI_PATH.test(served) ? 1 : 0)
  while (common < most && before.at(-1 - common) === wanted.at(-1 - common)) common += 1
  const base = wanted.slice(0, wanted.length - common)
  return { path: served, basePath: base.map((part) => `/${part}`).join('') }
}
