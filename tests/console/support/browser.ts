import { type Browser, type BrowserContext, chromium, type Page, request } from 'playwright-core'
import {
  chromiumProgram,
  findProgram,
  headlessShellProgram,
  providePrograms,
} from '../../support/services/programs.ts'

import { watchRequests } from './settled.ts'

/** How long something may take to appear. A busy machine needs it; only what never comes is waited for to the end. */
const WAIT_MS = 60_000

export const themes = ['light', 'dark'] as const
export const widths = { phone: 375, desktop: 1440 } as const

/**
 * The program to test in. Chromium's headless shell comes first: the same engine without windows, at half the cost.
 * @throws Error saying what to install
 */
const findBrowser = (): string => {
  const missing = 'chromium not found'
  try {
    providePrograms([headlessShellProgram])
  } catch {
    // Not every machine has a package of it; a whole Chromium does as well.
    providePrograms([chromiumProgram])
  }
  const program = findProgram(headlessShellProgram) ?? findProgram(chromiumProgram)
  if (!program) throw new Error(missing)
  return program
}

let running: Promise<Browser> | undefined

/**
 * The one browser of this process, which all its tests share: each visitor has a profile of their own. It ends with the
 * process.
 * @throws Error saying what to install
 */
export const openBrowser = (): Promise<Browser> => {
  running ??= startBrowser()
  return running
}

const startBrowser = async (): Promise<Browser> => {
  // Chromium's own sandbox refuses root; tests open pages of our own only.
  const isRoot = process.getuid?.() === 0
  const args = isRoot ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath: findBrowser(), args })
  browser.once('disconnected', () => {
    running = undefined
  })
  return browser
}

export interface VisitorOptions {
  readonly theme?: (typeof themes)[number]
  readonly width?: number
  /** What the browser asks for. */
  readonly locale?: string
  /** What the browser keeps from an earlier visit. */
  readonly kept?: Kept
}

/** Cookies, and what pages stored. */
export type Kept = Awaited<ReturnType<BrowserContext['storageState']>>

/** A person with a fresh profile, and everything that went wrong on the pages they saw. */
export interface Visitor {
  readonly context: BrowserContext
  readonly page: Page
  /** Uncaught errors, refusals by the content policy and messages of level error; failed requests are not among them. */
  readonly complaints: readonly string[]
  leave(): Promise<void>
}

export const visit = async (
  browser: Browser,
  url: string,
  options: VisitorOptions = {},
): Promise<Visitor> => {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: options.width ?? widths.desktop, height: 900 },
    colorScheme: options.theme ?? 'light',
    locale: options.locale ?? 'en-US',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...(options.kept && { storageState: options.kept }),
  })
  const complaints: string[] = []
  const page = await context.newPage()
  watchRequests(page)
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    // The browser reports every 4xx of its own accord; what a page makes of it is what counts.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  page.setDefaultTimeout(WAIT_MS)
  return { context, page, complaints, leave: () => context.close() }
}

/**
 * Signs somebody in past the page of signing in: nothing of the console is loaded for it.
 * @returns what the browser keeps of it
 * @throws Error when the person is refused
 */
export const keepSession = async (url: string, username: string, password: string): Promise<Kept> => {
  const caller = await request.newContext({ baseURL: url })
  try {
    const answer = await caller.post('/api/user/login', { data: { username, password } })
    const { data: user, message } = (await answer.json()) as { data?: unknown; message: string }
    if (!user) throw new Error(`${username} is not let in: ${message}`)
    const { cookies } = await caller.storageState()
    return {
      cookies,
      origins: [{ origin: url, localStorage: [{ name: 'user', value: JSON.stringify(user) }] }],
    }
  } finally {
    await caller.dispose()
  }
}

/** Whether the session that a browser has kept is still valid. */
export const isSignedIn = async (url: string, { cookies, origins }: Kept): Promise<boolean> => {
  const user = JSON.parse(origins[0]?.localStorage[0]?.value ?? '{}') as { id?: number }
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const answer = await fetch(`${url}/api/user/self`, {
    headers: { cookie, 'tollgate-user': String(user.id) },
  })
  await answer.body?.cancel()
  return answer.ok
}

/** Signs in on the sign-in page that is open or is opened. */
export const signIn = async (
  page: Page,
  username: string,
  password: string,
  path = '/login',
): Promise<void> => {
  await page.goto(path)
  await page.getByLabel('Username or email').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}
