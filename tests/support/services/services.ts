import pg from 'pg'
import { createPrivatePostgres, type PostgresStop, type PrivatePostgres } from './private-postgres.ts'
import { createPrivateRedis, type PrivateRedis, privateRedisDatabases } from './private-redis.ts'

/** The keeper's actions; `handle` takes the request path and its JSON body. */
export interface Services {
  /** @throws Error in one line, for the test that sent the request */
  handle(path: string, body: Record<string, string>): Promise<Record<string, string> | undefined>
  removeAll(): Promise<void>
}

const withClient = async (url: string, work: (client: pg.Client) => Promise<void>): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** Runs a function once; a failure is kept and reported to every caller. */
const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/**
 * Uses `TOLLGATE_TEST_POSTGRES_URL` and `TOLLGATE_TEST_REDIS_URL` if given, else private servers. Servers for fault
 * tests (`/postgres/own`, `/redis/own`) are always private, and only those sync to the disk.
 */
export const createServices = (env: NodeJS.ProcessEnv): Services => {
  const ownPostgres = new Map<string, PrivatePostgres>()
  const ownRedis = new Map<string, PrivateRedis>()
  /** URLs of databases created on a server that is not ours. */
  const given = new Set<string>()
  let sequence = 0

  /** Servers that are starting: the end of the run waits for them, to remove them too. */
  const starting = new Set<Promise<unknown>>()

  const keep = async <T extends { readonly url: string }>(
    servers: Map<string, T>,
    create: () => Promise<T>,
  ) => {
    const created = create()
    starting.add(created)
    try {
      const server = await created
      servers.set(server.url, server)
      return server.url
    } finally {
      starting.delete(created)
    }
  }
  const newPostgres = (isDurable: boolean) => keep(ownPostgres, () => createPrivatePostgres(isDurable))
  const newRedis = () => keep(ownRedis, createPrivateRedis)
  const sharedPostgres = once(async () => env.TOLLGATE_TEST_POSTGRES_URL || (await newPostgres(false)))
  const sharedRedis = once(async () => env.TOLLGATE_TEST_REDIS_URL || (await newRedis()))

  const createDatabase = async (name: string, template: string) => {
    const url = await sharedPostgres()
    sequence += 1
    const database = `tollgate_${name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .slice(0, 30)}_${process.pid}_${sequence}`
    await withClient(url, async (client) => {
      await client.query(`CREATE DATABASE ${database}${template === '' ? '' : ` TEMPLATE ${template}`}`)
    })
    const own = new URL(url)
    own.pathname = `/${database}`
    if (!ownPostgres.has(url)) given.add(own.toString())
    return { url: own.toString() }
  }

  const dropDatabase = async (url: string) => {
    const database = new URL(url).pathname.slice(1)
    await withClient(await sharedPostgres(), async (client) => {
      await client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
    })
    given.delete(url)
  }
  let isEnding = false
  let drops = Promise.resolve()
  /**
   * Drops a database later. Drops run one at a time, and nothing waits for them, because before each PostgreSQL writes
   * out everything it has in memory.
   */
  const dropLater = (url: string) => {
    drops = drops
      // At the end of the run, a private server is deleted with all its databases.
      .then(() => (isEnding && !given.has(url) ? undefined : dropDatabase(url)))
      .catch((error: Error) => void process.stderr.write(`${url} was not dropped: ${error.message}\n`))
  }

  const createRedis = async () => {
    const url = await sharedRedis()
    sequence += 1
    // A given server has sixteen databases unless configured otherwise.
    const count = ownRedis.has(url) ? privateRedisDatabases : 16
    return { url: `${url.replace(/\/\d*$/, '')}/${sequence % count}` }
  }

  const find = <T>(servers: Map<string, T>, url: string | undefined): T => {
    const server = servers.get(url ?? '')
    if (!server) throw new Error(`no private server at ${url}`)
    return server
  }

  return {
    async handle(path, body) {
      switch (path) {
        case '/postgres/database':
          return createDatabase(body.name ?? 'test', body.template ?? '')
        case '/postgres/drop':
          dropLater(body.url ?? '')
          return undefined
        case '/postgres/own':
          return { url: await newPostgres(true) }
        case '/postgres/stop':
          await find(ownPostgres, body.url).stop((body.mode as PostgresStop | undefined) ?? 'fast')
          return undefined
        case '/postgres/start':
          await find(ownPostgres, body.url).start()
          return undefined
        case '/postgres/remove':
          await find(ownPostgres, body.url).remove()
          ownPostgres.delete(body.url ?? '')
          return undefined
        case '/redis/database':
          return createRedis()
        case '/redis/own':
          return { url: await newRedis() }
        case '/redis/stop':
          await find(ownRedis, body.url).stop()
          return undefined
        case '/redis/start':
          await find(ownRedis, body.url).start()
          return undefined
        case '/redis/remove':
          await find(ownRedis, body.url).remove()
          ownRedis.delete(body.url ?? '')
          return undefined
        default:
          throw new Error(`the keeper knows no ${path}`)
      }
    },
    async removeAll() {
      while (starting.size > 0) await Promise.allSettled(starting)
      isEnding = true
      for (const url of given) dropLater(url)
      await drops
      const servers = [...ownPostgres.values(), ...ownRedis.values()].map((server) => server.remove())
      await Promise.allSettled(servers)
    },
  }
}
