/** A call as results refer to it: by its id or its name. */
interface Named {
  readonly id: string
  readonly name: string
}

/** Calls in the order in which they were made; those before `next` have a result. */
interface Queue<Call> {
  readonly calls: Call[]
  next: number
}

/**
 * Tool calls that have no result yet. Finding one takes no linear search, because one message may contain many
 * thousands of calls.
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

  /** Removes and returns the first open call of the tool with this name. */
  takeByName(name: string | undefined): Call | undefined {
    return name === undefined ? undefined : this.#take(this.#byName.get(name))
  }

  /** Removes and returns the call that has waited longest. */
  takeFirst(): Call | undefined {
    return this.#take(this.#inOrder)
  }

  #take(queue: Queue<Call> | undefined): Call | undefined {
    if (!queue) return undefined
    for (;;) {
      const call = queue.calls[queue.next]
      if (call === undefined) return undefined
      queue.next += 1
      // The call may already have been taken through another queue.
      if (this.#open.delete(call)) return call
    }
  }
}

function enqueue<Call>(queues: Map<string, Queue<Call>>, key: string, call: Call): void {
  const queue = queues.get(key)
  if (queue) queue.calls.push(call)
  else queues.set(key, { calls: [call], next: 0 })
}
