import { createParser } from 'eventsource-parser'

export interface ServerEvent {
  /** ID of the event; '' = none. */
  readonly id: string
  readonly event: string
  readonly data: string
}

/** None of our events is larger; a foreign stream must not fill the memory. */
const EVENT_CHARS_MAX = 4_000_000

/**
 * Reads server-sent events until the stream ends.
 *
 * @param silenceMs how long the stream may be silent before it counts as dead
 * @throws Error when the stream goes silent or breaks
 */
export async function* readServerEvents(
  body: AsyncIterable<Uint8Array>,
  silenceMs: number,
): AsyncGenerator<ServerEvent> {
  const pieces = body[Symbol.asyncIterator]()
  const decoder = new TextDecoder()
  let events: ServerEvent[] = []
  let failure: Error | undefined
  const parser = createParser({
    maxBufferSize: EVENT_CHARS_MAX,
    onEvent: ({ id = '', event = 'message', data }) => events.push({ id, event, data }),
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') failure = error
    },
  })
  try {
    for (;;) {
      const { done, value } = await withinSilence(pieces.next(), silenceMs)
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
      if (failure) throw failure
      const arrived = events
      events = []
      yield* arrived
    }
  } finally {
    // The caller closes the connection, so a pending read is not awaited.
    pieces.return?.().catch(() => undefined)
  }
}

async function withinSilence<T>(reading: Promise<T>, silenceMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no data from the server')), silenceMs)
  })
  try {
    return await Promise.race([reading, silence])
  } finally {
    clearTimeout(timer)
    reading.catch(() => undefined)
  }
}
