import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Ask, readAsk } from './ask.ts'
import type { Hold } from './deliver.ts'

/** One request that reached the simulator, and what became of it. */
export interface Exchange {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  /** Names and values as they came, in order. */
  readonly rawHeaders: readonly string[]
  readonly body: Buffer
  /** Undefined when the body is no JSON. */
  readonly json: unknown
  readonly model: string
  readonly state: 'open' | 'answered' | 'aborted'
  /** Settles when the exchange is over: answered, or the connection closed before (`aborted`). */
  readonly over: Promise<'answered' | 'aborted'>
  /** Settles when the answer waits where `holdAt` says. */
  readonly held: Promise<void>
  /** Lets a held answer go on. */
  resume(): void
}

export interface OpenExchange {
  readonly exchange: Exchange
  readonly ask: Ask
  readonly hold: Hold
}

/** @param holdAt the step at which the answer waits for `resume()` */
export const openExchange = (
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  holdAt: () => 'headers' | 'body' | number | undefined,
): OpenExchange => {
  const url = new URL(request.url ?? '/', 'http://simulator')
  const ask = readAsk(url.pathname, body)
  const over = Promise.withResolvers<'answered' | 'aborted'>()
  const held = Promise.withResolvers<void>()
  const resumed = Promise.withResolvers<void>()
  let state: Exchange['state'] = 'open'
  response.once('close', () => {
    state = response.writableFinished ? 'answered' : 'aborted'
    over.resolve(state)
    resumed.resolve()
  })
  const exchange: Exchange = {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    rawHeaders: request.rawHeaders,
    body,
    json: ask.json,
    model: ask.model,
    get state() {
      return state
    },
    over: over.promise,
    held: held.promise,
    resume: () => resumed.resolve(),
  }
  const hold: Hold = async (at) => {
    if (at !== holdAt()) return
    held.resolve()
    await resumed.promise
  }
  return { exchange, ask, hold }
}
