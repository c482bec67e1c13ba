import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createDatabase } from '../../support/services/postgres.ts'
import { runMain } from '../support/run-cli.ts'
import type { CommandCases } from './command-case.ts'
import type { World } from './world.ts'

/** Runs a command that must succeed. */
async function prepare(...words: string[]): Promise<void> {
  const { code, stderr } = await runMain(words)
  if (code !== 0) throw new Error(`${words.join(' ')}: ${stderr}`)
}

/** Creates a data directory that no daemon uses. */
export async function store(world: World): Promise<string> {
  const directory = await world.directory()
  await prepare('db', 'migrate', '--data', directory)
  return directory
}

/** Creates a data directory that no daemon uses, with the account of its owner. */
export async function ownedStore(world: World): Promise<string> {
  const directory = await store(world)
  const db = new DatabaseSync(join(directory, 'tollgate.db'))
  db.exec("INSERT INTO users (username, display_name, role, created_time) VALUES ('root', 'root', 100, 1)")
  db.close()
  return directory
}

async function archive(world: World): Promise<string> {
  const directory = await store(world)
  const file = join(directory, 'backup.tar.gz')
  await prepare('backup', 'create', file, '--data', directory, '--with-key')
  return file
}

/** Cases of the commands that work on a data directory without a server. */
export const cases: CommandCases = {
  'db status': { good: async (world) => `--data ${await store(world)}` },
  'db migrate': {
    good: async (world) => `--data ${await world.directory()}`,
    alsoGood: [async (world) => `--data ${await world.directory()} --dry-run`],
  },
  'db move': {
    good: async (world) => ({
      line: `--data ${await ownedStore(world)}`,
      env: { TOLLGATE_DATABASE_URL: await createDatabase('cases') },
    }),
    missing: async (world) => ({
      line: `--data ${await world.directory()}`,
      env: { TOLLGATE_DATABASE_URL: await createDatabase('cases') },
    }),
  },
  'backup create': {
    good: async (world, n) => {
      const directory = await store(world)
      return `${join(directory, `backup-${n}.tar.gz`)} --data ${directory}`
    },
    missing: async (world) => `x.tar.gz --data ${await world.directory()}`,
    existing: async (world) => {
      const file = await archive(world)
      return `${file} --data ${join(file, '..')}`
    },
  },
  'user reset-password': {
    good: async (world) => `root --offline --data ${await ownedStore(world)}`,
    missing: async (world) => `nobody --offline --data ${await ownedStore(world)}`,
  },
  'user reset-2fa': {
    good: async (world) => `root --offline --data ${await ownedStore(world)}`,
    missing: async (world) => `nobody --offline --data ${await ownedStore(world)}`,
  },
  'backup restore': {
    good: async (world) => `${await archive(world)} --data ${await world.directory()}`,
    missing: async (world) => `no-such-file.tar.gz --data ${await world.directory()}`,
  },
}
