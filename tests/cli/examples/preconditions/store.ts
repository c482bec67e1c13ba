import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createDatabase } from '../../../support/services/postgres.ts'
import { ownedStore } from '../../commands/store.cases.ts'
import { runMain } from '../../support/run-cli.ts'
import type { Precondition, Preconditions, Stage } from '../precondition.ts'

/** Creates data directories with the owner's account where lines expect them: `./data` and the machine's folder. */
async function stores({ world, folder }: Stage): Promise<void> {
  const source = await ownedStore(world)
  for (const each of ['data', '.machine/lib']) await cp(source, join(folder, each), { recursive: true })
}

const backups = async ({ folder, setOwn }: Stage): Promise<void> =>
  setOwn({
    '/var/backups/monday.tar.gz': join(folder, '.machine/monday.tar.gz'),
    '/var/backups/full.tar.gz': join(folder, '.machine/full.tar.gz'),
  })

async function archives(stage: Stage): Promise<void> {
  await backups(stage)
  for (const each of ['monday.tar.gz', '.machine/monday.tar.gz']) {
    const words = [
      'backup',
      'create',
      join(stage.folder, each),
      '--data',
      join(stage.folder, 'data'),
      '--with-key',
    ]
    const { code, stderr } = await runMain(words)
    if (code !== 0) throw new Error(stderr)
  }
  for (const each of ['data', '.machine/lib']) await rm(join(stage.folder, each), { recursive: true })
}

const untilItListens: Precondition['meanwhile'] = async (running) => {
  await running.printed(/listens on/)
  running.interrupt()
}

/** Preconditions of the commands for the daemon, and for its data directory without it. */
export const storePreconditions: Preconditions = {
  serve: {
    env: { TOLLGATE_PORT: '0' },
    async arrange({ setOwn }) {
      setOwn({ 8080: '0' })
    },
    meanwhile: untilItListens,
  },
  'tollgate serve --workers 4': {
    async arrange({ setEnv }) {
      setEnv({ TOLLGATE_DATABASE_URL: await createDatabase('examples') })
    },
  },
  db: { arrange: stores },
  'db move': {
    async arrange(stage) {
      await stores(stage)
      stage.setEnv({ TOLLGATE_DATABASE_URL: await createDatabase('examples') })
    },
  },
  backup: { arrange: stores },
  'backup create': { arrange: backups },
  'backup restore': { arrange: archives },
  'user reset-password': { arrange: stores },
  'user reset-2fa': { arrange: stores },
  'tollgate audit --offline --data /var/lib/tollgate': { arrange: stores },
}
