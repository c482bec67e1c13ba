/** An item that waits in its lane. */
interface Waiting<Item> {
  readonly lane: string
  readonly item: Item
}

export interface LanesDeps<Item> {
  /** Never rejects. */
  readonly run: (item: Item) => Promise<void>
  /** Called when the last item has ended and none is waiting. */
  readonly onIdle: () => void
  readonly runningMax: number
}

/**
 * Runs the requests of one connection: those in one lane one after the other, different lanes in parallel, up to a
 * maximum number at once.
 */
export class Lanes<Item> {
  readonly #deps: LanesDeps<Item>
  #waiting: Waiting<Item>[] = []
  readonly #running = new Set<string>()

  constructor(deps: LanesDeps<Item>) {
    this.#deps = deps
  }

  get isIdle(): boolean {
    return this.#running.size === 0 && this.#waiting.length === 0
  }

  add(lane: string, item: Item): void {
    this.#waiting.push({ lane, item })
    this.#start()
  }

  /** Removes and returns the items that have not begun. */
  clear(): readonly Item[] {
    const left = this.#waiting
    this.#waiting = []
    return left.map(({ item }) => item)
  }

  #start(): void {
    const left: Waiting<Item>[] = []
    const starting: Waiting<Item>[] = []
    for (const each of this.#waiting) {
      if (this.#running.size >= this.#deps.runningMax || this.#running.has(each.lane)) left.push(each)
      else {
        this.#running.add(each.lane)
        starting.push(each)
      }
    }
    this.#waiting = left
    for (const { lane, item } of starting)
      void this.#deps.run(item).finally(() => {
        this.#running.delete(lane)
        this.#start()
        if (this.isIdle) this.#deps.onIdle()
      })
  }
}
