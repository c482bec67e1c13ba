import type { Page } from 'playwright-core'

/** The resources that a page has fetched. */
export interface Transfers {
  /** Bytes transferred so far, by URL. Responses that are still open are not counted. */
  readonly sizes: ReadonlyMap<string, number>
}

/** Counts all bytes that the page fetches from now on, including headers, as transferred over the network. */
export const watchTransfers = async (page: Page): Promise<Transfers> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const addresses = new Map<string, string>()
  const sizes = new Map<string, number>()
  session.on('Network.requestWillBeSent', ({ requestId, request }) => addresses.set(requestId, request.url))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = addresses.get(requestId)
    if (url !== undefined) sizes.set(url, (sizes.get(url) ?? 0) + encodedDataLength)
  })
  return { sizes }
}

/** Sums up the kilobytes of all matching URLs, and lists them, largest first. */
export const kilobytesOf = (
  { sizes }: Transfers,
  fits: (url: URL) => boolean,
): { readonly kilobytes: number; readonly list: string } => {
  const found = [...sizes].filter(([url]) => fits(new URL(url))).sort((a, b) => b[1] - a[1])
  return {
    kilobytes: found.reduce((sum, [, size]) => sum + size, 0) / 1000,
    list: found.map(([url, size]) => `${(size / 1000).toFixed(1)} ${new URL(url).pathname}`).join('\n'),
  }
}

export const isAnswer = ({ pathname }: URL): boolean => pathname.startsWith('/api/')
export const isFont = ({ pathname }: URL): boolean => pathname.endsWith('.woff2')
/** Matches the page itself, scripts and styles. */
export const isCode = (url: URL): boolean => !isAnswer(url) && !isFont(url)
