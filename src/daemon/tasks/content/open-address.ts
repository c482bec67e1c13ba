import { AppError } from '../../errors/app-error.ts'
import { openExchange } from '../../upstream/exchange.ts'
import { isPrivateHost, openPublicOnce, type PublicResponse } from '../../upstream/fetch-public.ts'
import { readHeader } from '../../upstream/upstream-body.ts'
import { type Asked, type AskVendorDeps, targetOf } from '../ask-vendor.ts'

export interface OpenAddressDeps extends AskVendorDeps {
  readonly mediaRanges: readonly string[]
}

const TIMEOUT_MS = 30_000
const REDIRECTS_MAX = 3

/** A download using the account of a channel. */
export interface Download {
  readonly asked: Asked
  readonly url: string
  /** Headers in addition to those that sign the request. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Opens a URL from a vendor and follows its redirects, because clients are never sent to the vendor. The key is sent
 * only to the channel's own origin. Other origins must be public, even if the channel has a proxy.
 *
 * @throws TransportError, FetchRefused, AppError `upstream_error`
 */
export async function openAddress(download: Download, deps: OpenAddressDeps): Promise<PublicResponse> {
  const target = await targetOf(download.asked, { path: '/' }, deps)
  const own = new URL(target.url).origin
  let { url } = download
  for (let hops = 0; hops <= REDIRECTS_MAX; hops += 1) {
    const isOwn = URL.parse(url)?.origin === own
    const headers = { ...download.headers, ...(isOwn ? target.headers : {}) }
    const answer = await openOnce({ ...download, url, headers }, isOwn, deps)
    const { status } = answer.exchange
    const location = readHeader(answer.exchange, 'location')
    if (status < 300 || status >= 400 || location === undefined) return answer
    answer.close()
    url = URL.parse(location, url)?.href ?? ''
  }
  throw new AppError('upstream_error', { detail: { reason: 'it redirects too often' } })
}

/** Sends a single request. The channel's own connections check addresses as for every other call of the channel. */
async function openOnce(
  { asked: { channel }, url, headers }: Download,
  isOwn: boolean,
  { dispatchers, mediaRanges, version }: OpenAddressDeps,
): Promise<PublicResponse> {
  const isProxied = Boolean(channel.setting.proxy) && !isPrivateHost(URL.parse(url)?.hostname ?? '')
  if (!isOwn && !isProxied)
    return openPublicOnce(
      url,
      { method: 'GET', headers, body: null },
      { accept: '*/*', allowedRanges: mediaRanges, timeoutMs: TIMEOUT_MS },
    )
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new AppError('upstream_error', { detail: { reason: 'it redirects to no address' } })
  const exchange = openExchange(dispatchers.of(channel, url), {
    method: 'GET',
    url,
    headers: {
      accept: '*/*',
      'accept-encoding': 'identity',
      'user-agent': `tollgate/${version}`,
      ...headers,
    },
    body: null,
    firstByteTimeoutMs: TIMEOUT_MS,
    idleTimeoutMs: TIMEOUT_MS,
  })
  await exchange.started
  return { exchange, close: () => exchange.abort() }
}
