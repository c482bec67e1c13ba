/**
 * Indexes for the lists of tasks, which are read newest first within a time range: drawing and all other tasks have
 * separate pages, and a list may be filtered by user, channel or the client's name for the task.
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  await knex.raw("CREATE INDEX tasks_drawn ON tasks (submit_ms, id) WHERE platform = 'midjourney'")
  await knex.raw("CREATE INDEX tasks_made ON tasks (submit_ms, id) WHERE platform <> 'midjourney'")
  await knex.raw('CREATE INDEX tasks_user_submitted ON tasks (user_id, submit_ms, id)')
  await knex.raw('CREATE INDEX tasks_channel_submitted ON tasks (channel_id, submit_ms, id)')
  await knex.raw('CREATE INDEX tasks_named ON tasks (public_id)')
  // The index by user and time replaces this one.
  await knex.raw('DROP INDEX tasks_user')
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  await knex.raw('CREATE INDEX tasks_user ON tasks (user_id, id)')
  for (const name of ['named', 'channel_submitted', 'user_submitted', 'made', 'drawn'])
    await knex.raw(`DROP INDEX tasks_${name}`)
}
