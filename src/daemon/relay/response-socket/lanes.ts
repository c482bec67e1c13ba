/** A job in its lane. */
interface Waiting<Item> {
  readonly lane: string
  readonly item: Item
}

export interface LanesDeps<Item> {
  /** Never rejects. */
  readonly run: (item: Item) => Promise<void>
  /** The last one has ended and nothing is waiting. */
  readonly onIdle: () => void
  readonly runningMax: number
}

/**
 * The order in which requests of one connection run: those of a lane one after the other, different lanes side by side, and
 * no more than a number of them at once.
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

  /** Removes and returns what has not begun. */
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
