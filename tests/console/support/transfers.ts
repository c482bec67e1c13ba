import type { Page } from 'playwright-core'

/** What a page has fetched. */
export interface Transfers {
  /** Bytes on the wire of what was fetched so far, by address; answers that are still open are not among them. */
  readonly sizes: ReadonlyMap<string, number>
}

/** From now on counts what the page fetches, with headers, as it comes over the wire. */
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

/** Kilobytes of those whose address fits, and a list of them, the largest first. */
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
/** The page itself, scripts and styles. */
export const isCode = (url: URL): boolean => !isAnswer(url) && !isFont(url)
