import type { Services } from '../../../src/daemon/services.ts'

/** Makes the store refuse changes of tasks that match `when`, until the returned function is called. */
export async function refuseChanges(
  { knex, engine }: Pick<Services, 'knex' | 'engine'>,
  when: string,
): Promise<() => Promise<void>> {
  if (engine === 'sqlite')
    await knex.raw(`CREATE TRIGGER refuse BEFORE UPDATE ON tasks WHEN ${when}
      BEGIN SELECT RAISE(ABORT, 'refused for a test'); END`)
  else {
    await knex.raw(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'refused for a test'; END $$`)
    await knex.raw(`CREATE TRIGGER refuse BEFORE UPDATE ON tasks FOR EACH ROW WHEN (${when})
      EXECUTE FUNCTION refuse()`)
  }
  return async () => {
    await knex.raw(engine === 'sqlite' ? 'DROP TRIGGER refuse' : 'DROP FUNCTION refuse CASCADE')
  }
}
