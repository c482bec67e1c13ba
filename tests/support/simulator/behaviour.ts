import type { Figures } from './reply.ts'

/** What the simulator should do with one request; everything left out is a well-behaved upstream. */
export interface Behaviour {
  // Response
  /** HTTP status; from 400 on the body is an OpenAI error object. Default 200. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** `Retry-After`: seconds or an HTTP date. */
  readonly retryAfter?: number | string
  /** The error object's members, for error statuses, `errorIn200` and `errorAfterEvents`. */
  readonly error?: { message?: string; type?: string; code?: string | null; param?: string | null }
  /** The exact body, byte for byte, instead of a built one. */
  readonly body?: string | Uint8Array
  /** A JSON body instead of a built one. */
  readonly json?: unknown
  readonly contentType?: string
  /** The assistant's text. */
  readonly text?: string
  /** The assistant's text is the last user message, so that a test notices if it gets another caller's response. */
  readonly echo?: boolean
  /** Streams: this many content events instead of one per word. */
  readonly chunks?: number
  /** The assistant's text has this many bytes. */
  readonly textBytes?: number
  /** Content without end, until the client disconnects. */
  readonly endless?: boolean
  /**
   * OpenAI's words (stop, length, tool_calls, content_filter) and `stop_sequence`, which each protocol writes in its
   * own form; any other word is sent unchanged.
   */
  readonly finishReason?: string
  /** 200 with an error object as body (plain and stream alike). */
  readonly errorIn200?: boolean
  /** Location of a 302. */
  readonly redirectTo?: string

  // Conversation
  /**
   * The model calls those of these tools that the request offers, unless its last turn contains a tool result. The
   * arguments are an object, or text sent unchanged.
   */
  readonly toolCalls?: readonly { readonly name: string; readonly arguments?: unknown }[]
  /** The model calls tools until the request contains this many results, instead of once. */
  readonly results?: number
  /** The model's reasoning before its answer, if the request's protocol allows it. */
  readonly reasoning?: string
  /** The reasoning's signature (encrypted content, thought signature) instead of a generated one. */
  readonly signature?: string
  /** The answer if JSON was requested: its text, or the input of the one tool that the model must call. */
  readonly structured?: unknown

  // Usage
  /**
   * Figures in neutral terms, converted to the counting of each protocol: `input` and `output` are totals that include
   * the others. Default 9 in, 12 out, 5 of them reasoning if there is `reasoning`.
   */
  readonly tokens?: Partial<Figures>
  /**
   * Position of the usage. `asked`: like OpenAI (plain responses always, streams with `include_usage`). `last`: streams
   * always. `twice`: the last chunk repeated. `every`: cumulative on every chunk. `first`: on the first chunk only.
   * `after-done`: after `[DONE]`. `missing`: nowhere. Default `asked`.
   */
  readonly usage?: 'asked' | 'last' | 'twice' | 'every' | 'first' | 'after-done' | 'missing'
  /** Members of the usage object in the protocol's own terms, which override the default figures; may be nonsense. */
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

  // Timing and delivery
  readonly headersDelayMs?: number
  /** Between headers and the first byte of the body. */
  readonly firstByteDelayMs?: number
  /** Between stream events. */
  readonly chunkDelayMs?: number
  /** The body is written in chunks of this many bytes, each in a separate write. */
  readonly chunkBytes?: number
  /** After this many bytes of the body (events: `cutAfterEvents`), `cut` is applied. */
  readonly cutAfterBytes?: number
  readonly cutAfterEvents?: number
  /** `fin`: closes without the end of the body. `reset`: RST. `stall`: silence, connection open. Default `fin`. */
  readonly cut?: 'fin' | 'reset' | 'stall'
  /** Closes before any header. */
  readonly refuse?: 'fin' | 'reset'
  /** Closes while the request body is still being sent, without reading it. */
  readonly refuseUpload?: boolean
  /** The plain JSON body is cut in half, as a complete HTTP message. */
  readonly truncatedJson?: boolean
  /** Added to the correct Content-Length. */
  readonly contentLengthError?: number
  readonly encoding?: 'gzip' | 'br' | 'deflate'
  /** Sends a second, unsolicited response this many milliseconds after the first. */
  readonly unaskedAfterMs?: number
  /** Closes the connection this many milliseconds after the response, without announcing it. */
  readonly closeAfterMs?: number

  // Steps held until the test resumes them, for tests without sleeping
  /** Waits before `headers`, before the `body`, or before the event of that index, until `resume()`. */
  readonly holdAt?: 'headers' | 'body' | number
}

const inlineValue = (text: string): unknown => {
  if (/^(-?\d+(\.\d+)?|true|false|null|[[{"].*)$/s.test(text)) return JSON.parse(text)
  return text
}

/**
 * Reads directions in a model's name, for clients that can set nothing else: `gpt-4o?chunks=50&chunkDelayMs=100`. The
 * fields are those of Behaviour, their values JSON or plain text.
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

/** Reads directions in the last user message: `simulate {"status":500}`. */
export const behaviourOfMessage = (message: string): Behaviour => {
  if (!message.startsWith(messageMark)) return {}
  try {
    return JSON.parse(message.slice(messageMark.length)) as Behaviour
  } catch {
    // A message that only looks like a direction is an ordinary message.
    return {}
  }
}
