/**
 * Calls that may cost more than their hold, because the balance does not cover the files of the prompt, or the model's
 * longest output at an upstream that accepts no limit. Each wallet may run only one at a time, so that it loses at most
 * the cost of one call, however many calls are made at once. Each daemon counts separately, for all its workers together.
 */
export class UncoveredCalls {
  readonly #wallets = new Set<number>()

  /** @returns false if such a call is already running */
  begin(userId: number): boolean {
    if (this.#wallets.has(userId)) return false
    this.#wallets.add(userId)
    return true
  }

  end(userId: number): void {
    this.#wallets.delete(userId)
  }
}
