import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Browser, Page } from 'playwright-core'
import { type Admin, adminPassword, signIn as signInAsAdmin } from '../../support/gateway/admin.ts'
import { linuxDoAsWayIn } from '../../support/way-in-for-root.ts'
import {
  isSignedIn,
  type Kept,
  keepSession,
  openBrowser,
  signIn,
  type Visitor,
  type VisitorOptions,
  visit,
} from './browser.ts'
import { startTestDaemon, type TestDaemonOptions } from './daemon.ts'

/** A daemon that is set up and otherwise empty, and visitors of its console. */
export interface Site {
  readonly url: string
  /** The daemon's data directory. */
  readonly dataDir: string
  readonly admin: Admin
  /** Shared with the other sites of this process. */
  readonly browser: Browser
  /** Opens a browser with a fresh profile that is not signed in. */
  visit(options?: VisitorOptions): Promise<Visitor>
  /** Opens a browser that is already signed in as a user. @throws Error if the sign-in is refused */
  visitAs(username: string, password: string, options?: VisitorOptions): Promise<Visitor>
  /** Opens a browser that is already signed in as the super administrator. */
  visitSignedIn(options?: VisitorOptions): Promise<Visitor>
  /** Closes all visitors and stops the daemon. */
  close(): Promise<void>
}

/** Starts a new daemon. The browser is the one of this process. */
export const startSite = async (options: TestDaemonOptions = {}): Promise<Site> => {
  const [browser, daemon] = await Promise.all([openBrowser(), startTestDaemon(options)])
  const { url, dataDir } = daemon
  const admin = await signInAsAdmin(url)
  const visitors: Visitor[] = []
  const come = async (options?: VisitorOptions) => {
    const visitor = await visit(browser, url, options)
    visitors.push(visitor)
    return visitor
  }
  const visitAs: Site['visitAs'] = async (username, password, options) =>
    come({ ...options, kept: await keepSession(url, username, password) })
  let rootKept: Kept | undefined
  /** Keeps one session for all visits. If a test has ended it, the next visit signs in again. */
  const keepRoot = async (): Promise<Kept> => {
    if (!rootKept || !(await isSignedIn(url, rootKept)))
      rootKept = await keepSession(url, 'root', adminPassword)
    return rootKept
  }
  return {
    url,
    dataDir,
    admin,
    browser,
    visit: come,
    visitAs,
    visitSignedIn: async (options) => come({ ...options, kept: await keepRoot() }),
    close: async () => {
      for (const visitor of visitors) await visitor.leave()
      await daemon.stop()
    },
  }
}

/** Lets the super administrator sign in through Linux DO too. Password sign-in can only be switched off after that. */
export async function giveRootAnotherWayIn({ admin, dataDir }: Site): Promise<void> {
  const store = new DatabaseSync(join(dataDir, 'tollgate.db'), { timeout: 10_000 })
  store.exec("UPDATE users SET linux_do_id = 'root-elsewhere' WHERE role = 100")
  store.close()
  for (const [key, value] of Object.entries(linuxDoAsWayIn)) await admin.setOption(key, value)
}

export const signInAsRoot = (page: Page): Promise<void> => signIn(page, 'root', adminPassword)
