import type { Figures } from './reply.ts'

/** What the simulator should do with one request; everything left out is a well-behaved upstream. */
export interface Behaviour {
  // What is answered
  /** HTTP status; from 400 on the body is an OpenAI error object. Default 200. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** `Retry-After`: seconds or an HTTP date. */
  readonly retryAfter?: number | string
  /** The error object's members, for error statuses, `errorIn200` and `errorAfterEvents`. */
  readonly error?: { message?: string; type?: string; code?: string | null; param?: string | null }
  /** The body as given, byte for byte, instead of a built one. */
  readonly body?: string | Uint8Array
  /** A JSON body instead of a built one. */
  readonly json?: unknown
  readonly contentType?: string
  /** The assistant's text. */
  readonly text?: string
  /** The assistant's text is the last user message, so that nobody can get another caller's answer unseen. */
  readonly echo?: boolean
  /** Streams: this many content events instead of one per word. */
  readonly chunks?: number
  /** The assistant's text has this many bytes. */
  readonly textBytes?: number
  /** Content without end, until the peer goes away. */
  readonly endless?: boolean
  /**
   * OpenAI's words (stop, length, tool_calls, content_filter) and `stop_sequence`, which each protocol writes as its
   * own; any other word is sent as it is.
   */
  readonly finishReason?: string
  /** 200 with an error object as body (plain and stream alike). */
  readonly errorIn200?: boolean
  /** Location of a 302. */
  readonly redirectTo?: string

  // Conversation
  /**
   * The model calls those of these tools that the request offers, unless its last turn brings a tool's result. The
   * arguments are an object, or text as it goes over the wire.
   */
  readonly toolCalls?: readonly { readonly name: string; readonly arguments?: unknown }[]
  /** It calls them until the request brings this many results, not once. */
  readonly results?: number
  /** The model thinks aloud before it answers, where the request's protocol lets it. */
  readonly reasoning?: string
  /** The reasoning's signature (encrypted content, thought signature) instead of one of its own. */
  readonly signature?: string
  /** The answer when JSON was asked for: its text, or the input of the one tool the model has to call. */
  readonly structured?: unknown

  // Usage
  /**
   * Figures in neutral words, written as each protocol counts: `input` and `output` are totals that include the
   * others. Default 9 in, 12 out, 5 of them reasoning when there is `reasoning`.
   */
  readonly tokens?: Partial<Figures>
  /**
   * Where usage stands. `asked`: as OpenAI does (plain always, streams when `include_usage`). `last`: streams
   * always. `twice`: the last chunk repeated. `every`: cumulative on every chunk. `first`: on the first chunk
   * alone. `after-done`: behind `[DONE]`. `missing`: nowhere. Default `asked`.
   */
  readonly usage?: 'asked' | 'last' | 'twice' | 'every' | 'first' | 'after-done' | 'missing'
  /** The usage object's members in the protocol's own words, over the default figures; anything, also nonsense. */
  readonly usageValues?: Readonly<Record<string, unknown>>

  // Stream damage
  /** Inserts an event with broken JSON after this many events. */
  readonly malformedAfterEvents?: number
  /** Sends an SSE error event after this many events and ends there, without `[DONE]`. */
  readonly errorAfterEvents?: number
  /** false: the stream ends without `[DONE]`. */
  readonly done?: boolean
  /** Lines end in CR LF. */
  readonly crlf?: boolean
  /** A comment line before every event. */
  readonly comments?: boolean

  // Delivery
  readonly headersDelayMs?: number
  /** Between headers and the first byte of the body. */
  readonly firstByteDelayMs?: number
  /** Between stream events. */
  readonly chunkDelayMs?: number
  /** The body is written in pieces of this many bytes, each in a write of its own. */
  readonly chunkBytes?: number
  /** After this many bytes of the body (events: `cutAfterEvents`) happens what `cut` says. */
  readonly cutAfterBytes?: number
  readonly cutAfterEvents?: number
  /** `fin`: closes without the end of the body. `reset`: RST. `stall`: silence, connection open. Default `fin`. */
  readonly cut?: 'fin' | 'reset' | 'stall'
  /** Closes before any header. */
  readonly refuse?: 'fin' | 'reset'
  /** Closes while the request body is still coming, without reading it. */
  readonly refuseUpload?: boolean
  /** The plain JSON body stops halfway, as a complete HTTP message. */
  readonly truncatedJson?: boolean
  /** Added to the true Content-Length. */
  readonly contentLengthError?: number
  readonly encoding?: 'gzip' | 'br' | 'deflate'
  /** A second, complete response nobody asked for, this many milliseconds after the answer. */
  readonly unaskedAfterMs?: number
  /** The connection is closed this many milliseconds after the answer, without saying so before. */
  readonly closeAfterMs?: number

  // Steps held until the test says so, for tests without sleeping
  /** Waits before `headers`, before the `body`, or before the event of that index, until `resume()`. */
  readonly holdAt?: 'headers' | 'body' | number
}

const inlineValue = (text: string): unknown => {
  if (/^(-?\d+(\.\d+)?|true|false|null|[[{"].*)$/s.test(text)) return JSON.parse(text)
  return text
}

/**
 * Directions inside a model's name, for clients that can set nothing else: `gpt-4o?chunks=50&chunkDelayMs=100`.
 * The fields are those of Behaviour, their values JSON or plain text.
 */
export const behaviourOfModel = (model: string): Behaviour => {
  const at = model.indexOf('?')
  if (at < 0) return {}
  const entries = [...new URLSearchParams(model.slice(at + 1))].map(([key, value]) => [
    key,
    inlineValue(value),
  ])
  return Object.fromEntries(entries) as Behaviour
}

const messageMark = 'simulate '

/** Directions in the last user message: `simulate {"status":500}`. */
export const behaviourOfMessage = (message: string): Behaviour => {
  if (!message.startsWith(messageMark)) return {}
  try {
    return JSON.parse(message.slice(messageMark.length)) as Behaviour
  } catch {
    // A message that only looks like a direction is an ordinary message.
    return {}
  }
}
