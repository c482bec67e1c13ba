import type { Knex } from 'knex'

/** Whether the site has been set up. Once it is, it stays so, and nobody asks the store again. */
export class SetupState {
  readonly #knex: Knex
  #isDone = false

  constructor(knex: Knex) {
    this.#knex = knex
  }

  async isDone(): Promise<boolean> {
    if (!this.#isDone) this.#isDone = (await this.#knex('setup').where({ id: 1 }).first('id')) !== undefined
    return this.#isDone
  }
}
