/**
 * Things that come and go by the thousand a second, such as running calls.
 *
 * A `Map` or `Set` is the wrong place for them: whenever it has no room left it moves into a new table, and each table
 * leads to the next. Once one of them has grown old, all that follow and everything they held stay in memory until V8
 * collects its old space, however short they lived. Here a place that was left is taken by the next who comes.
 */
export class Roster<Item extends object> {
  readonly #places: (Item | undefined)[] = []
  readonly #free: number[] = []

  /** How many there are now. */
  get size(): number {
    return this.#places.length - this.#free.length
  }

  /** @returns the item's place, which is its own until it is removed */
  add(item: Item): number {
    const place = this.#free.pop() ?? this.#places.length
    this.#places[place] = item
    return place
  }

  /** The item that has this place now. */
  at(place: number): Item | undefined {
    return this.#places[place]
  }

  /** @returns who has left; undefined when nobody had this place */
  remove(place: number): Item | undefined {
    const item = this.#places[place]
    if (item === undefined) return undefined
    this.#places[place] = undefined
    this.#free.push(place)
    return item
  }

  /** All there are now, in no order. Who comes or goes meanwhile may be among them. */
  *[Symbol.iterator](): IterableIterator<Item> {
    for (const item of this.#places) if (item !== undefined) yield item
  }
}
