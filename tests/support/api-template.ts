import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from './services/postgres.ts'

/** Variables that say where a daemon stores its data. */
export interface StoreEnv {
  readonly TOLLGATE_DATA_DIR: string
  /** PostgreSQL only. */
  readonly TOLLGATE_DATABASE_URL?: string
}

/** A store that was set up and is not open in any process. */
interface Template<Session> {
  readonly store: StoreEnv
  readonly session: Session
}

/** Creates an empty store in its own temporary folder. */
export async function emptyStore(engine: 'sqlite' | 'postgres', name: string): Promise<StoreEnv> {
  const folder = { TOLLGATE_DATA_DIR: mkdtempSync(join(tmpdir(), `tollgate-${name}-`)) }
  return engine === 'sqlite' ? folder : { ...folder, TOLLGATE_DATABASE_URL: await createDatabase(name) }
}

/**
 * Creates stores as copies of one that was set up. Schema, password and sign-in of the super administrator are made
 * once per process instead of once per daemon; they are a third of the cost of a start.
 *
 * @param setUp starts a daemon on an empty store, sets it up, signs in and stops it
 */
export function storeCopies<Session>(
  engine: 'sqlite' | 'postgres',
  setUp: (store: StoreEnv) => Promise<Session>,
): () => Promise<Template<Session>> {
  let template: Promise<Template<Session>> | undefined
  const make = async (): Promise<Template<Session>> => {
    const store = await emptyStore(engine, 'template')
    process.once('exit', () => rmSync(store.TOLLGATE_DATA_DIR, { recursive: true, force: true }))
    return { store, session: await setUp(store) }
  }
  return async () => {
    template ??= make()
    const { store, session } = await template
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-api-'))
    cpSync(store.TOLLGATE_DATA_DIR, folder, { recursive: true })
    const url = store.TOLLGATE_DATABASE_URL
    return {
      session,
      store: {
        TOLLGATE_DATA_DIR: folder,
        ...(url === undefined ? {} : { TOLLGATE_DATABASE_URL: await createDatabase('api', url) }),
      },
    }
  }
}
