import { type Browser, type BrowserContext, chromium, type Page, request } from 'playwright-core'
import {
  chromiumProgram,
  findProgram,
  headlessShellProgram,
  providePrograms,
} from '../../support/services/programs.ts'

import { watchRequests } from './settled.ts'

/** Milliseconds that something may take to appear. A busy machine needs it; only a failing test waits that long. */
const WAIT_MS = 60_000

export const themes = ['light', 'dark'] as const
export const widths = { phone: 375, desktop: 1440 } as const

/**
 * Finds the browser to test in. Chromium's headless shell comes first: the same engine without windows, at half the
 * cost.
 * @throws Error saying what to install
 */
const findBrowser = (): string => {
  const missing = 'chromium not found'
  try {
    providePrograms([headlessShellProgram])
  } catch {
    // The headless shell is not packaged for every machine. A full Chromium works too.
    providePrograms([chromiumProgram])
  }
  const program = findProgram(headlessShellProgram) ?? findProgram(chromiumProgram)
  if (!program) throw new Error(missing)
  return program
}

let running: Promise<Browser> | undefined

/**
 * Opens the one browser of this process, which all its tests share. Each visitor has their own profile. The browser
 * ends with the process.
 * @throws Error saying what to install
 */
export const openBrowser = (): Promise<Browser> => {
  running ??= startBrowser()
  return running
}

const startBrowser = async (): Promise<Browser> => {
  // Chromium's sandbox does not run as root, and tests open only our own pages.
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
  /** The language that the browser requests. */
  readonly locale?: string
  /** The browser's storage from an earlier visit. */
  readonly kept?: Kept
}

/** Cookies, and data stored by pages. */
export type Kept = Awaited<ReturnType<BrowserContext['storageState']>>

/** A person with a fresh profile, and all errors on the pages they saw. */
export interface Visitor {
  readonly context: BrowserContext
  readonly page: Page
  /** Uncaught errors, violations of the content policy and console errors, except those for failed requests. */
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
    // The browser logs every 4xx by itself. How the page handles it is what counts.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  page.setDefaultTimeout(WAIT_MS)
  return { context, page, complaints, leave: () => context.close() }
}

/**
 * Signs in through the API, without loading the console.
 * @returns the cookies and storage to open a browser with
 * @throws Error if the sign-in is refused
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

/** Checks whether the session in a browser's storage is still valid. */
export const isSignedIn = async (url: string, { cookies, origins }: Kept): Promise<boolean> => {
  const user = JSON.parse(origins[0]?.localStorage[0]?.value ?? '{}') as { id?: number }
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const answer = await fetch(`${url}/api/user/self`, {
    headers: { cookie, 'tollgate-user': String(user.id) },
  })
  await answer.body?.cancel()
  return answer.ok
}

/** Opens the sign-in page and signs in. */
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
