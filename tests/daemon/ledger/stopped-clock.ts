import pg from 'pg'

/** The clock of one PostgreSQL database, which moves only when the test moves it. */
export interface StoppedClock {
  advance(ms: number): Promise<void>
}

/**
 * Puts a function of the test in front of the server's `clock_timestamp()` for every session that begins from now on.
 * @param url of a database that nobody uses yet
 */
export async function stopClock(url: string): Promise<StoppedClock> {
  await run(
    url,
    `CREATE SCHEMA stopped;
     CREATE TABLE stopped.clock AS SELECT clock_timestamp() AS at;
     CREATE FUNCTION stopped.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS 'SELECT at FROM stopped.clock';
     DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, stopped, pg_catalog', current_database()); END $$`,
  )
  return {
    advance: (ms) => run(url, `UPDATE stopped.clock SET at = at + interval '${ms} milliseconds'`),
  }
}

async function run(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
