/**
 * A collection for items that come and go by the thousand a second, such as running calls.
 *
 * A `Map` or `Set` does not suit them: whenever it is full it moves into a new table, and each table refers to the
 * next. Once one table has been promoted to the old generation, all later tables and everything they held stay in
 * memory until V8 collects its old space, however short-lived they were. A roster reuses the places of removed items
 * instead.
 */
export class Roster<Item extends object> {
  readonly #places: (Item | undefined)[] = []
  readonly #free: number[] = []

  /** Number of items. */
  get size(): number {
    return this.#places.length - this.#free.length
  }

  /** @returns the place of the item, which it keeps until it is removed */
  add(item: Item): number {
    const place = this.#free.pop() ?? this.#places.length
    this.#places[place] = item
    return place
  }

  /** Returns the item that currently has this place. */
  at(place: number): Item | undefined {
    return this.#places[place]
  }

  /** @returns the removed item; undefined if the place was free */
  remove(place: number): Item | undefined {
    const item = this.#places[place]
    if (item === undefined) return undefined
    this.#places[place] = undefined
    this.#free.push(place)
    return item
  }

  /**
   * Iterates over the items, in no particular order. Items added or removed during the iteration may or may not be
   * seen.
   */
  *[Symbol.iterator](): IterableIterator<Item> {
    for (const item of this.#places) if (item !== undefined) yield item
  }
}

/** A {@link Roster} that finds items by id. A `Map` could find them too, but it would keep removed items in memory. */
export class IdRoster<Item extends object> {
  readonly #items = new Roster<Item>()
  /** The id at each place, and the next place in the same bucket. */
  readonly #ids: string[] = []
  readonly #next: number[] = []
  /** The first place of each bucket. The low bits of an id's hash choose the bucket. */
  #buckets = new Int32Array(BUCKETS_MIN).fill(NOWHERE)

  get size(): number {
    return this.#items.size
  }

  get(id: string): Item | undefined {
    for (
      let place = this.#buckets[this.#bucketOf(id)] ?? NOWHERE;
      place !== NOWHERE;
      place = this.#next[place] ?? NOWHERE
    )
      if (this.#ids[place] === id) return this.#items.at(place)
    return undefined
  }

  /** @param id must not be in use */
  add(id: string, item: Item): void {
    const place = this.#items.add(item)
    this.#ids[place] = id
    this.#link(place, id)
    if (this.size > this.#buckets.length) this.#spread()
  }

  /** @returns the removed item; undefined if no item has this id */
  remove(id: string): Item | undefined {
    const bucket = this.#bucketOf(id)
    let before = NOWHERE
    for (
      let place = this.#buckets[bucket] ?? NOWHERE;
      place !== NOWHERE;
      place = this.#next[place] ?? NOWHERE
    ) {
      if (this.#ids[place] === id) {
        const next = this.#next[place] ?? NOWHERE
        if (before === NOWHERE) this.#buckets[bucket] = next
        else this.#next[before] = next
        this.#ids[place] = ''
        return this.#items.remove(place)
      }
      before = place
    }
    return undefined
  }

  /**
   * Iterates over the items, in no particular order. Items added or removed during the iteration may or may not be
   * seen.
   */
  [Symbol.iterator](): IterableIterator<Item> {
    return this.#items[Symbol.iterator]()
  }

  #bucketOf(id: string): number {
    let hash = 0
    for (let at = 0; at < id.length; at += 1) hash = (Math.imul(hash, 31) + id.charCodeAt(at)) | 0
    return hash & (this.#buckets.length - 1)
  }

  #link(place: number, id: string): void {
    const bucket = this.#bucketOf(id)
    this.#next[place] = this.#buckets[bucket] ?? NOWHERE
    this.#buckets[bucket] = place
  }

  #spread(): void {
    this.#buckets = new Int32Array(2 * this.#buckets.length).fill(NOWHERE)
    for (const [place, id] of this.#ids.entries())
      if (this.#items.at(place) !== undefined) this.#link(place, id)
  }
}

const NOWHERE = -1
/** Must be a power of two. */
const BUCKETS_MIN = 64
