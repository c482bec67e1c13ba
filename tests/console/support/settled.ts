import type { Page, Request } from 'playwright-core'

/** What a page has asked for and not got yet. */
const open = new WeakMap<Page, Set<Request>>()
/** How often it has asked. */
const asked = new WeakMap<Page, number>()

/** From now on it is known what the page waits for; before its first address. */
export const watchRequests = (page: Page): void => {
  const waiting = new Set<Request>()
  open.set(page, waiting)
  asked.set(page, 0)
  page.on('request', (request) => {
    // The live feed has no end.
    if (new URL(request.url()).pathname === '/api/event/') return
    waiting.add(request)
    asked.set(page, (asked.get(page) ?? 0) + 1)
  })
  page.on('requestfinished', (request) => waiting.delete(request))
  page.on('requestfailed', (request) => waiting.delete(request))
}

/** Resolves once the page has drawn twice and then has nothing left to do. */
const untilIdle = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve())))
      }),
  )

/** After this a page counts as one that never comes to rest. */
const patienceMs = 60_000

/**
 * Waits until the page is as it stays: every answer has come and is drawn, nothing is a placeholder any more, and that
 * led to no further question. No time is waited for: a slow machine only takes longer. Scripts without a test runner use
 * it as well.
 *
 * @throws Error naming what the page still waits for
 */
export const untilSettled = async (page: Page): Promise<void> => {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const pending = await findPending(page)
    if (pending.length === 0) return
    if (performance.now() > deadline) throw new Error(`${page.url()} still waits: ${pending.join(', ')}`)
  }
}

async function findPending(page: Page): Promise<readonly string[]> {
  const before = asked.get(page)
  await untilIdle(page)
  const waiting = [...(open.get(page) ?? [])].map((request) => new URL(request.url()).pathname)
  const skeletons = await page.locator('[data-skeleton]').count()
  await untilIdle(page)
  return [
    ...waiting,
    ...(skeletons > 0 ? ['a skeleton'] : []),
    ...(asked.get(page) === before ? [] : ['an answer it has just asked for']),
  ]
}
