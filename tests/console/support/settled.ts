import type { Page, Request } from 'playwright-core'

/** The requests of each page that are not answered yet. */
const open = new WeakMap<Page, Set<Request>>()
/** The number of requests that each page has sent. */
const asked = new WeakMap<Page, number>()

/** Tracks the requests of a page from now on. Must be called before the page opens its first URL. */
export const watchRequests = (page: Page): void => {
  const waiting = new Set<Request>()
  open.set(page, waiting)
  asked.set(page, 0)
  page.on('request', (request) => {
    // The live feed never ends.
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

/** After this time, a page is considered as never settling. */
const patienceMs = 60_000

/**
 * Waits until the page has settled: all answers have arrived and are drawn, no placeholder is left, and nothing
 * triggered another request. It does not wait for a fixed time, so a slow machine only takes longer. It is also used by
 * scripts without a test runner.
 *
 * @throws Error naming what the page is still waiting for
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
