import { CliError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Phrase } from '../phrases/phrases.ts'
import type { ApiOptions, Credential } from './api-options.ts'
import { problemOf } from './api-problem.ts'
import type {
  AnswerOf,
  CallManner,
  DataOf,
  InitArgument,
  InitOf,
  ItemOf,
  ListPaths,
  Method,
  PathsOf,
  QueryOf,
} from './contract-types.ts'
import { CurlPrinted, curlLine } from './curl.ts'
import { type Answer, exchange } from './exchange.ts'
import { networkProblem } from './network-problem.ts'
import { openStream, type StreamCall } from './open-stream.ts'
import type { Around } from './pace.ts'
import { fillPath, headersOf } from './request-head.ts'

/** How much of a paged list to fetch. */
export interface ListExtent {
  /** Maximum number of rows; undefined = all. */
  readonly limit: number | undefined
  /** Called with the total number of rows when some are left out. */
  onCut?(shown: number, total: number): void
}

/** An untyped call to any path, for `tollgate api` and for paths built at run time. */
export interface RawCall extends CallManner {
  readonly method: string
  /** Path relative to the base address, including the query. */
  readonly path: string
  readonly body?: unknown
}

export interface RawAnswer {
  readonly response: Answer
  readonly body: unknown
}

/**
 * The management API with the types of the contract. Every method returns the content of the envelope and throws
 * `CliError`: refusals with the exit code of their status, 9 for network errors and timeouts.
 */
export interface Api {
  /** The idempotency key that the user gave for this step; it may have been used before. */
  readonly givenKey: string | undefined
  get<P extends PathsOf<'get'>>(path: P, ...init: InitArgument<InitOf<P, 'get'>>): Promise<DataOf<P, 'get'>>
  post<P extends PathsOf<'post'>>(
    path: P,
    ...init: InitArgument<InitOf<P, 'post'>>
  ): Promise<DataOf<P, 'post'>>
  put<P extends PathsOf<'put'>>(path: P, ...init: InitArgument<InitOf<P, 'put'>>): Promise<DataOf<P, 'put'>>
  delete<P extends PathsOf<'delete'>>(
    path: P,
    ...init: InitArgument<InitOf<P, 'delete'>>
  ): Promise<DataOf<P, 'delete'>>
  /** Returns the whole response, for the few operations that return something besides `data`. */
  answer<P extends PathsOf<'get'>>(
    path: P,
    ...init: InitArgument<InitOf<P, 'get'>>
  ): Promise<AnswerOf<P, 'get'>>
  /** Fetches the rows of a paged list, page by page. */
  list<P extends ListPaths>(
    path: P,
    query: { readonly [K in keyof QueryOf<P, 'get'>]?: QueryOf<P, 'get'>[K] | undefined },
    extent: ListExtent & CallManner,
  ): Promise<ItemOf<P>[]>
  /** Calls any path without checking the result: a refusal is returned like a success. */
  raw(call: RawCall): Promise<RawAnswer>
  /** Calls any path and throws like the typed methods. For callers that need the response headers. */
  rawGood(call: RawCall): Promise<RawAnswer>
  /**
   * Opens a stream of server-sent events. Resolves when the response headers arrive; after that there is no timeout,
   * and only the caller's signal ends the stream. Throws like the typed methods.
   */
  stream(call: StreamCall): Promise<AsyncIterable<Uint8Array>>
  /** Returns a client for the same server with other credentials. */
  as(credential: Credential | undefined): Api
  /** Returns a client for the same server whose calls are wrapped by `around`; lists fetch their pages in parallel. */
  paced(around: Around): Api
}

const pageSizeMax = 100

export function createApi(options: ApiOptions): Api {
  const { phrase } = options
  let isFirst = true
  let mutations = 0
  /**
   * Returns the given key for the first change and numbers the next ones, so that a repeated command reuses the keys.
   */
  const nextIdempotencyKey = (): string => {
    mutations += 1
    // Loaded only for changes, because it takes several milliseconds.
    if (options.idempotencyKey === undefined) return process.getBuiltinModule('node:crypto').randomUUID()
    return mutations === 1 ? options.idempotencyKey : `${options.idempotencyKey}-${mutations}`
  }

  const noteCall = (): void => {
    if (!isFirst) return
    // Set before the listener runs, because the listener may make a call itself.
    isFirst = false
    options.onFirstCall?.()
  }

  async function perform(method: string, path: string, init: AnyInit): Promise<RawAnswer> {
    const headers = {
      ...headersOf(options, method, () => init.idempotencyKey ?? nextIdempotencyKey()),
      ...(init.isReplayOnly ? { 'Idempotency-Replay': 'only' } : {}),
    }
    const url = options.url.replace(/\/+$/, '') + fillPath(path, init.path, init.query)
    if (options.onCurl && !init.isLookup) {
      options.onCurl(curlLine({ method, url: new URL(url).href, headers, body: init.body }))
      throw new CurlPrinted()
    }
    noteCall()
    try {
      const response = await exchange({
        method,
        url,
        headers: init.body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
        body: init.body === undefined ? undefined : JSON.stringify(init.body),
        signal: AbortSignal.timeout(options.timeoutMs),
      })
      if (response.headers.get('idempotency-replayed') === 'true') options.onReplay?.()
      return { response, body: parseJson(await response.text()) }
    } catch (error) {
      throw networkProblem(error, options)
    }
  }

  function good(method: string, path: string, init: AnyInit = {}): Promise<GoodAnswer> {
    const { around } = options
    if (around === undefined) return once(method, path, init)
    // Retries of a change use the same idempotency key.
    const repeatable =
      method === 'GET' || init.idempotencyKey !== undefined
        ? init
        : { ...init, idempotencyKey: nextIdempotencyKey() }
    return around(() => once(method, path, repeatable))
  }

  async function once(method: string, path: string, init: AnyInit): Promise<GoodAnswer> {
    const { response, body } = await perform(method, path, init)
    if (
      !response.ok ||
      typeof body !== 'object' ||
      body === null ||
      !('success' in body) ||
      body.success !== true
    )
      throw problemOf(response, body, phrase)
    return { response, body: body as { readonly data?: unknown } }
  }
  const data = async (method: string, path: string, init?: AnyInit): Promise<unknown> =>
    (await good(method, path, init)).body.data

  const typed: UntypedApi = {
    givenKey: options.idempotencyKey,
    get: (path, init) => data('GET', path, init),
    post: (path, init) => data('POST', path, init),
    put: (path, init) => data('PUT', path, init),
    delete: (path, init) => data('DELETE', path, init),
    answer: async (path, init) => (await good('GET', path, init)).body,
    async list(path, query, { limit, onCut, isLookup = false }) {
      const rows: unknown[] = []
      const wanted = limit ?? Number.POSITIVE_INFINITY
      const pageSize = Math.min(pageSizeMax, Math.max(1, wanted))
      for (let page = 1; ; page++) {
        const answer = await data('GET', path, {
          query: { ...query, p: page, page_size: pageSize },
          isLookup,
        })
        const { items, total } = readPage(answer, phrase)
        rows.push(...items)
        if (options.around !== undefined && limit === undefined && page === 1 && total > pageSize) {
          const others = Array.from({ length: Math.ceil(total / pageSize) - 1 }, (_, at) =>
            data('GET', path, { query: { ...query, p: at + 2, page_size: pageSize }, isLookup }),
          )
          return [...rows, ...(await Promise.all(others)).flatMap((each) => readPage(each, phrase).items)]
        }
        if (rows.length >= wanted && rows.length < total) onCut?.(Math.min(rows.length, wanted), total)
        if (items.length < pageSize || rows.length >= Math.min(wanted, total)) return rows.slice(0, limit)
      }
    },
    stream(call) {
      noteCall()
      return openStream(call, options)
    },
    raw: ({ method, path, body, isLookup = false }) => perform(method, path, { body, isLookup }),
    rawGood: ({ method, path, ...init }) => good(method, path, init),
    as: (credential) => createApi({ ...options, credential }),
    paced: (around) => createApi({ ...options, around }),
  }
  // The implementation handles untyped responses; the interface has the contract's types. They meet only at this cast.
  return typed as unknown as Api
}

/** A response that is not a refusal. */
interface GoodAnswer {
  readonly response: Answer
  readonly body: { readonly data?: unknown }
}

interface AnyInit extends CallManner {
  readonly query?: Readonly<Record<string, unknown>>
  readonly path?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

type UntypedApi = {
  readonly [M in Method | 'answer']: (path: string, init?: AnyInit) => Promise<unknown>
} & {
  readonly givenKey: string | undefined
  list(
    path: string,
    query: Readonly<Record<string, unknown>>,
    extent: ListExtent & CallManner,
  ): Promise<unknown[]>
  raw(call: RawCall): Promise<RawAnswer>
  rawGood(call: RawCall): Promise<RawAnswer>
  stream(call: StreamCall): Promise<AsyncIterable<Uint8Array>>
  as(credential: Credential | undefined): Api
  paced(around: Around): Api
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON, such as a proxy's page. The caller gets the text and reports that it is not a Tollgate response.
    return text
  }
}

function readPage(data: unknown, phrase: Phrase): { items: readonly unknown[]; total: number } {
  if (typeof data === 'object' && data !== null && 'items' in data && Array.isArray(data.items))
    return {
      items: data.items,
      total: 'total' in data && typeof data.total === 'number' ? data.total : data.items.length,
    }
  throw new CliError('not_tollgate', exitCodes.failed, phrase('error.notAList'), {
    hint: phrase('hint.notTollgate'),
  })
}
