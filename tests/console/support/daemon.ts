import { rmSync } from 'node:fs'
import { pino } from 'pino'
import { readConfig } from '../../../src/daemon/config/config.ts'
import { type Daemon, type StartOptions, startDaemon } from '../../../src/daemon/start-daemon.ts'
import { emptyStore, storeCopies } from '../../support/api-template.ts'
import { cheapPasswords } from '../../support/cheap-passwords.ts'
import { signIn } from '../../support/gateway/admin.ts'

/** A daemon in this process, with its own port and its own folder for the SQLite store. */
export interface TestDaemon {
  readonly url: string
  readonly dataDir: string
  /** Cuts what still runs, and deletes the store. */
  stop(): Promise<void>
}

export interface TestDaemonOptions extends Pick<StartOptions, 'consoleDirectory' | 'paymentAddresses'> {
  /** What the daemon reads as its environment. */
  readonly env?: Readonly<Record<string, string>>
}

/** Starts a daemon as it is after the first step of setting up: the super administrator is `root`. */
export const startTestDaemon = async (options: TestDaemonOptions = {}): Promise<TestDaemon> =>
  startDaemonOn(await copyStore(), options)

/** Starts a daemon as it is after its first start: nothing is set up. */
export const startEmptyDaemon = async (options: TestDaemonOptions = {}): Promise<TestDaemon> =>
  startDaemonOn((await emptyStore('sqlite', 'console')).TOLLGATE_DATA_DIR, options)

/** Starts a daemon on the store in a folder, which it deletes when it stops. */
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

/** A folder with the store of a daemon that was set up and has stopped. */
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
