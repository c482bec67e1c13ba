import { EventEmitter } from 'node:events'
import { type Channel, createLink, type Link } from '../../../src/daemon/workers/link.ts'

class End extends EventEmitter implements Channel {
  connected = true
  other: End | undefined

  send(message: unknown, callback: (error: Error | null) => void): boolean {
    // Serializes messages like a pipe.
    const text = JSON.stringify(message)
    queueMicrotask(() => {
      this.other?.emit('message', JSON.parse(text))
      callback(null)
    })
    return true
  }
}

/** Creates both ends of a pipe, and a function that cuts it. */
export function linked(): { readonly worker: Link; readonly supervisor: Link; cut(): void } {
  const [left, right] = [new End(), new End()]
  left.other = right
  right.other = left
  const ends = { worker: createLink(left), supervisor: createLink(right) }
  return {
    ...ends,
    cut() {
      for (const end of [left, right]) {
        end.connected = false
        end.emit('disconnect')
      }
    },
  }
}
