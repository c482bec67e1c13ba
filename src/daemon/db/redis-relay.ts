import { randomBytes } from 'node:crypto'
import type { RedisOptions } from 'ioredis'
import type { Logger } from 'pino'
import { type ChangeKind, changeKinds } from './change-kinds.ts'

export interface RedisRelay {
  /** Tells the other daemons. If Redis is down, they find out by polling. Never throws. */
  publish(kind: ChangeKind, ref: string): void
  close(): void
}

export interface RedisRelayEvents {
  /** Called for each change that another daemon published. */
  heard(kind: ChangeKind, ref: string): void
  /** Called when the connection is back. Changes published in the meantime did not arrive. */
  missed(): void
  readonly log?: Pick<Logger, 'warn'> | undefined
}

const channel = 'tollgate:changes'

/**
 * `enableOfflineQueue` and `commandTimeout` keep a command to an unreachable Redis from waiting forever
 * (https://github.com/langfuse/langfuse/pull/12574).
 */
const options = {
  enableOfflineQueue: false,
  commandTimeout: 1_000,
  connectTimeout: 2_000,
  retryStrategy: (attempt: number) => Math.min(attempt * 200, 5_000),
} satisfies RedisOptions

export async function createRedisRelay(
  url: string,
  { heard, missed, log }: RedisRelayEvents,
): Promise<RedisRelay> {
  const { Redis } = await import('ioredis')
  const origin = randomBytes(8).toString('hex')
  const publisher = new Redis(url, options)
  // A connection that has subscribed can do nothing else.
  const subscriber = new Redis(url, options)

  let isDown = false
  const note = (error: Error) => {
    // Log one line per outage, not one per attempt to reconnect.
    if (!isDown)
      log?.warn({ err: error }, 'Redis cannot be reached; changes of other daemons arrive by polling')
    isDown = true
  }
  publisher.on('error', note)
  subscriber.on('error', note)
  subscriber.on('ready', () => {
    isDown = false
    subscriber.subscribe(channel).then(missed, note)
  })
  subscriber.on('message', (_channel: string, text: string) => {
    const message = parse(text)
    if (message && message.origin !== origin) heard(message.kind, message.ref)
  })

  return {
    publish(kind, ref) {
      publisher.publish(channel, JSON.stringify({ origin, kind, ref })).catch(note)
    },
    close() {
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
}

/** Parses a message. Others may publish on the same channel; their messages are ignored. */
function parse(text: string): { origin: unknown; kind: ChangeKind; ref: string } | undefined {
  try {
    const { origin, kind, ref } = JSON.parse(text)
    return changeKinds.includes(kind) && typeof ref === 'string' ? { origin, kind, ref } : undefined
  } catch {
    return undefined
  }
}
