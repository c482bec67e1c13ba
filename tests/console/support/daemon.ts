import { rmSync } from 'node:fs'
import { pino } from 'pino'
import { readConfig } from '../../../src/daemon/config/config.ts'
import { type Daemon, type StartOptions, startDaemon } from '../../../src/daemon/start-daemon.ts'
import { emptyStore, storeCopies } from '../../support/api-template.ts'
import { cheapPasswords } from '../../support/cheap-passwords.ts'
import { signIn } from '../../support/gateway/admin.ts'

/** A daemon in this process, with its own port and its own data directory for SQLite. */
export interface TestDaemon {
  readonly url: string
  readonly dataDir: string
  /** Aborts open connections, stops the daemon, and deletes the data directory. */
  stop(): Promise<void>
}

export interface TestDaemonOptions extends Pick<StartOptions, 'consoleDirectory' | 'paymentAddresses'> {
  /** The environment variables of the daemon. */
  readonly env?: Readonly<Record<string, string>>
}

/** Starts a daemon on which the first setup step is done: the super administrator is `root`. */
export const startTestDaemon = async (options: TestDaemonOptions = {}): Promise<TestDaemon> =>
  startDaemonOn(await copyStore(), options)

/** Starts a daemon as on its first start, before any setup. */
export const startEmptyDaemon = async (options: TestDaemonOptions = {}): Promise<TestDaemon> =>
  startDaemonOn((await emptyStore('sqlite', 'console')).TOLLGATE_DATA_DIR, options)

/** Starts a daemon on an existing data directory, which it deletes when it stops. */
export const startDaemonOn = async (
  dataDir: string,
  options: TestDaemonOptions = {},
): Promise<TestDaemon> => {
  const daemon = await listenOn(dataDir, options)
  return {
    url: daemon.address,
    dataDir,
    stop: async () => {
      await daemon.stop(0)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Copies the data directory of a daemon that was set up and has stopped. */
export const copyStore = async (): Promise<string> => (await copies()).store.TOLLGATE_DATA_DIR

const copies = storeCopies('sqlite', async ({ TOLLGATE_DATA_DIR }) => {
  const daemon = await listenOn(TOLLGATE_DATA_DIR)
  await signIn(daemon.address)
  await daemon.stop(0)
})

const listenOn = (dataDir: string, { env, ...options }: TestDaemonOptions = {}): Promise<Daemon> => {
  const own = { TOLLGATE_PORT: '0', TOLLGATE_DATA_DIR: dataDir, TOLLGATE_LOG_LEVEL: 'silent' }
  const config = readConfig([], { ...own, ...env }, false)
  return startDaemon(config, {
    log: pino({ level: config.logLevel }),
    passwords: cheapPasswords,
    ...options,
  })
}
