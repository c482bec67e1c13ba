/**
 * Calls whose answer may cost more than their hold, because the balance does not cover the model's longest answer and the
 * upstream takes no cap. One at a time for each wallet, so that a wallet loses at most what one answer costs, however many
 * calls are made at once. Counted by each daemon for itself, all its workers together.
 */
export class UncoveredCalls {
  readonly #wallets = new Set<number>()

  /** @returns false when one is running already */
  begin(userId: number): boolean {
    if (this.#wallets.has(userId)) return false
    this.#wallets.add(userId)
    return true
  }

  end(userId: number): void {
    this.#wallets.delete(userId)
  }
}
