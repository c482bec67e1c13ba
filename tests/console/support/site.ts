import type { Browser, Page } from 'playwright-core'
import { type Admin, adminPassword, signIn as signInAsAdmin } from '../../support/gateway/admin.ts'
import { type GatewayProcess, startGateway } from '../../support/gateway/gateway-process.ts'
import { keepSession, launchBrowser, signIn, type Visitor, type VisitorOptions, visit } from './browser.ts'

/** A gateway that is set up, and a browser. */
export interface Site {
  readonly url: string
  readonly gateway: GatewayProcess
  readonly admin: Admin
  readonly browser: Browser
  /** Somebody with a fresh profile who is not signed in. */
  visit(options?: VisitorOptions): Promise<Visitor>
  /** Somebody who signed in before he opened a page. @throws Error when he is refused */
  visitAs(username: string, password: string, options?: VisitorOptions): Promise<Visitor>
  /** The super administrator, who signed in before he opened a page. */
  visitSignedIn(options?: VisitorOptions): Promise<Visitor>
  close(): Promise<void>
}

/** @param env added to the environment of the daemon */
export const startSite = async (env: Readonly<Record<string, string>> = {}): Promise<Site> => {
  const gateway = await startGateway({ env })
  const admin = await signInAsAdmin(gateway.url)
  const browser = await launchBrowser()
  const visitAs: Site['visitAs'] = async (username, password, options) =>
    visit(browser, gateway.url, { ...options, kept: await keepSession(gateway.url, username, password) })
  return {
    url: gateway.url,
    gateway,
    admin,
    browser,
    visit: (options) => visit(browser, gateway.url, options),
    visitAs,
    visitSignedIn: (options) => visitAs('root', adminPassword, options),
    close: async () => {
      await browser.close()
      await gateway.stop()
    },
  }
}

export const signInAsRoot = (page: Page): Promise<void> => signIn(page, 'root', adminPassword)
