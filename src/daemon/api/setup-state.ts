import type { Knex } from 'knex'

/** Knows whether the site has been set up. That never changes back, so the database is not read again afterwards. */
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
