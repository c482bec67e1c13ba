/** A result names its call by one of these. */
interface Named {
  readonly id: string
  readonly name: string
}

/** Calls in the order they were made; those before `next` have their result. */
interface Queue<Call> {
  readonly calls: Call[]
  next: number
}

/**
 * Calls that wait for their results. It finds a call without searching through the others, because one message may contain
 * many thousands of calls.
 */
export class OpenCalls<Call extends Named> {
  readonly #open = new Set<Call>()
  readonly #inOrder: Queue<Call> = { calls: [], next: 0 }
  readonly #byId = new Map<string, Queue<Call>>()
  readonly #byName = new Map<string, Queue<Call>>()

  add(call: Call): void {
    this.#open.add(call)
    this.#inOrder.calls.push(call)
    enqueue(this.#byId, call.id, call)
    enqueue(this.#byName, call.name, call)
  }

  /** Removes and returns the first open call with this id. */
  takeById(id: string | undefined): Call | undefined {
    return id === undefined ? undefined : this.#take(this.#byId.get(id))
  }

  /** The same by the name of the tool. */
  takeByName(name: string | undefined): Call | undefined {
    return name === undefined ? undefined : this.#take(this.#byName.get(name))
  }

  /** The call that waits longest. */
  takeFirst(): Call | undefined {
    return this.#take(this.#inOrder)
  }

  #take(queue: Queue<Call> | undefined): Call | undefined {
    if (!queue) return undefined
    for (;;) {
      const call = queue.calls[queue.next]
      if (call === undefined) return undefined
      queue.next += 1
      // It may have been taken by its other name.
      if (this.#open.delete(call)) return call
    }
  }
}

function enqueue<Call>(queues: Map<string, Queue<Call>>, key: string, call: Call): void {
  const queue = queues.get(key)
  if (queue) queue.calls.push(call)
  else queues.set(key, { calls: [call], next: 0 })
}
