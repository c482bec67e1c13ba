import type { Texts } from '../errors/reasons.ts'

/** The transport for messages: a child process on one side, the process itself on the other. */
export interface Channel {
  readonly connected: boolean
  send?(message: unknown, callback: (error: Error | null) => void): boolean
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'disconnect', listener: () => void): unknown
}

/** Handlers receive any value that can be represented in JSON. */
type Handler = (value: never) => unknown

/** One end of the pipe between the supervisor and a worker. Both ends work the same way. */
export interface Link {
  /** Sends a message without waiting for a reply. Messages that can no longer be sent are lost. */
  tell(about: string, value: unknown): void
  /**
   * Sends a message and resolves with the result of the handler on the other side; undefined when there is no handler.
   * @throws RemoteError with the handler's error; LinkClosedError when the other side is gone
   */
  ask<Answer>(about: string, value: unknown): Promise<Answer>
  /**
   * Registers a handler for messages from the other side. A later handler with the same name replaces the earlier one.
   */
  serve(about: string, handler: Handler): void
  /** Resolves when all messages have been sent, so that this process may end. */
  drain(): Promise<void>
  /** Called once, when the other side is gone. */
  onClosed(listener: () => void): void
}

/** The other side has ended, or never listened. */
export class LinkClosedError extends Error {
  override readonly name = 'LinkClosedError'
}

interface Failure {
  readonly message: string
  readonly exitCode?: number
  readonly texts?: Texts
}

/** An error thrown by a handler on the other side. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError'
  /** The process's exit code, if the error ends a start. */
  readonly exitCode: number | undefined
  /** The message in both languages, if the error ends a start. */
  readonly texts: Texts | undefined

  constructor({ message, exitCode, texts }: Failure) {
    super(message)
    this.exitCode = exitCode
    this.texts = texts
  }
}

type Message =
  | { readonly kind: 'tell'; readonly about: string; readonly value?: unknown }
  | { readonly kind: 'ask'; readonly about: string; readonly id: number; readonly value?: unknown }
  | { readonly kind: 'answer'; readonly id: number; readonly value?: unknown }
  | (Failure & { readonly kind: 'failure'; readonly id: number })

interface Waiting {
  resolve(value: unknown): void
  reject(error: Error): void
}

/**
 * Creates a link. Messages from one turn of the event loop are sent together, because a write to the pipe costs more
 * than its content.
 */
export function createLink(channel: Channel): Link {
  const handlers = new Map<string, Handler>()
  const waiting = new Map<number, Waiting>()
  const closed = new Set<() => void>()
  let isClosed = false
  let lastId = 0
  let outgoing: Message[] = []

  const flush = (done: () => void): void => {
    const messages = outgoing
    outgoing = []
    // A broken pipe is also reported as `disconnect`.
    if (channel.connected && channel.send) channel.send(messages, done)
    else done()
  }
  const send = (message: Message): void => {
    if (isClosed) return
    if (outgoing.length === 0) setImmediate(flush, () => undefined)
    outgoing.push(message)
  }

  const handle = async (about: string, value: unknown): Promise<unknown> =>
    handlers.get(about)?.(value as never)

  const answer = async (id: number, about: string, value: unknown): Promise<void> => {
    try {
      send({ kind: 'answer', id, value: await handle(about, value) })
    } catch (error) {
      const { exitCode, texts } = error as Partial<Failure>
      send({
        kind: 'failure',
        id,
        message: error instanceof Error ? error.message : String(error),
        ...(exitCode === undefined ? {} : { exitCode }),
        ...(texts === undefined ? {} : { texts }),
      })
    }
  }

  const settle = (message: Message & { kind: 'answer' | 'failure' }): void => {
    const asked = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.kind === 'answer') asked?.resolve(message.value)
    else asked?.reject(new RemoteError(message))
  }

  const receive = (message: Message): void => {
    if (message.kind === 'tell') handle(message.about, message.value).catch(() => undefined)
    else if (message.kind === 'ask') void answer(message.id, message.about, message.value)
    else settle(message)
  }

  const close = (): void => {
    if (isClosed) return
    isClosed = true
    for (const { reject } of waiting.values()) reject(new LinkClosedError('the other side has ended'))
    waiting.clear()
    for (const listener of closed) listener()
  }

  channel.on('message', (messages) => {
    for (const message of messages as readonly Message[]) receive(message)
  })
  channel.on('disconnect', close)

  return {
    tell(about, value) {
      send({ kind: 'tell', about, value })
    },
    ask<Answer>(about: string, value: unknown) {
      return new Promise<Answer>((resolve, reject) => {
        if (isClosed) return reject(new LinkClosedError('the other side has ended'))
        lastId += 1
        waiting.set(lastId, { resolve: (given) => resolve(given as Answer), reject })
        send({ kind: 'ask', about, id: lastId, value })
      })
    },
    serve(about, handler) {
      handlers.set(about, handler)
    },
    drain: () => new Promise((resolve) => flush(resolve)),
    onClosed(listener) {
      if (isClosed) listener()
      else closed.add(listener)
    },
  }
}
