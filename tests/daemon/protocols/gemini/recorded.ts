import { readdirSync, readFileSync } from 'node:fs'
import { SseFramer } from '../../../../src/daemon/protocols/sse.ts'
import type { JsonObject, JsonValue } from '../../../../src/daemon/protocols/types.ts'

const folder = new URL('../../../fixtures/gemini/', import.meta.url)

/** One recorded exchange. The folder's NOTICE.md describes its fields. */
export interface Recorded {
  readonly id: string
  readonly request: { readonly path: string; readonly body: JsonObject } | null
  readonly response: { readonly status: number; readonly body?: JsonValue; readonly body_text?: string }
  readonly facts: {
    readonly text: string
    readonly input_tokens_all_in: number | null
    readonly output_tokens_all_in: number | null
    readonly cached_tokens: number | null
    readonly reasoning_tokens: number | null
    readonly reasoning_text_chars: number
    readonly tool_calls: number
    readonly finish_reason: string | null
    readonly embeddings?: { readonly count: number }
    readonly error?: { readonly type: string; readonly code: number; readonly message: string }
  }
}

/** Reads recordings. @param prefix such as `gemini.stream`; empty = all */
export const recorded = (prefix: string): readonly Recorded[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json') && name.startsWith(prefix))
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Recorded)

export const one = (name: string): Recorded =>
  JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as Recorded

export const isAnswer = ({ response }: Recorded): boolean => response.status < 400

/** Returns the text of the answer as received. */
export const textOf = ({ response }: Recorded): string =>
  response.body_text ?? JSON.stringify(response.body ?? null)

/** Returns the data of every event of a stream. */
export function eventsOf(sse: string): string[] {
  const framer = new SseFramer()
  const events = framer.push(Buffer.from(sse))
  const tail = framer.flush()
  return [...events, ...(tail ? [tail] : [])].map((event) => event.data).filter((data) => data !== '')
}

/** Returns the request's body with the members that are part of its URL. */
export function addressed({ request, id }: Recorded): JsonObject {
  const model = /models\/([^:]+):/.exec(request?.path ?? '')?.[1] ?? 'gemini-2.5-flash'
  return { ...request?.body, model, stream: id.includes('.stream.') }
}
