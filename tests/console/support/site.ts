import type { Browser, Page } from 'playwright-core'
import { type Admin, adminPassword, signIn as signInAsAdmin } from '../../support/gateway/admin.ts'
import { type GatewayProcess, startGateway } from '../../support/gateway/gateway-process.ts'
import { launchBrowser, signIn, type Visitor, type VisitorOptions, visit } from './browser.ts'

/** A gateway that is set up, and a browser. */
export interface Site {
  readonly url: string
  readonly gateway: GatewayProcess
  readonly admin: Admin
  readonly browser: Browser
  /** Somebody with a fresh profile who is not signed in. */
  visit(options?: VisitorOptions): Promise<Visitor>
  /** The super administrator, on the page of tokens. */
  visitSignedIn(options?: VisitorOptions): Promise<Visitor>
  close(): Promise<void>
}

/** @param env added to the environment of the daemon */
export const startSite = async (env: Readonly<Record<string, string>> = {}): Promise<Site> => {
  const gateway = await startGateway({ env })
  const admin = await signInAsAdmin(gateway.url)
  const browser = await launchBrowser()
  return {
    url: gateway.url,
    gateway,
    admin,
    browser,
    visit: (options) => visit(browser, gateway.url, options),
    visitSignedIn: async (options) => {
      const visitor = await visit(browser, gateway.url, options)
      await signInAsRoot(visitor.page)
      return visitor
    },
    close: async () => {
      await browser.close()
      await gateway.stop()
    },
  }
}

export const signInAsRoot = (page: Page): Promise<void> => signIn(page, 'root', adminPassword)

/** Signs the super administrator in past the page of signing in: nothing of the console is loaded for it. */
export const admitRoot = async ({ context }: Visitor): Promise<void> => {
  const login = await context.request.post('/api/user/login', {
    data: { username: 'root', password: adminPassword },
  })
  const { data: user } = (await login.json()) as { data: unknown }
  await context.addInitScript((text) => localStorage.setItem('user', text), JSON.stringify(user))
}
