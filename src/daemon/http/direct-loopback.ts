import type { IncomingHttpHeaders } from 'node:http'
import ipaddr from 'ipaddr.js'

/** The parts of a request that tell whether it was made on this machine. */
export interface LocalRequest {
  readonly headers: IncomingHttpHeaders
  readonly httpVersion: string
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/** What proxies add, whether or not they are trusted: their mere presence says that the caller is elsewhere. */
const forwardingHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-forwarded-port',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
] as const

/**
 * Whether somebody on this machine called this daemon, and nothing else stood between: the peer and the Host are
 * loopback, no proxy has left a trace, and a page that sends an Origin came from this machine as well. Without the checks
 * of Host and Origin, a web page of strangers could be the caller, through a name of its own that leads to 127.0.0.1.
 *
 * HTTP/1.0 does not count: nginx speaks it to its upstreams unless told otherwise, with their address as Host and no
 * header that would give it away.
 *
 * @see https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_http_version (read 2026-11-23)
 */
export function isDirectLoopback({ headers, httpVersion, socket }: LocalRequest): boolean {
  const { host, origin } = headers
  return (
    isLoopbackAddress(socket.remoteAddress ?? '') &&
    httpVersion !== '1.0' &&
    forwardingHeaders.every((name) => headers[name] === undefined) &&
    host !== undefined &&
    isLoopbackUrl(`http://${host}`) &&
    (origin === undefined || isLoopbackUrl(origin))
  )
}

function isLoopbackUrl(text: string): boolean {
  const url = URL.parse(text)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return false
  return url.hostname === 'localhost' || isLoopbackAddress(url.hostname.replace(/^\[|\]$/g, ''))
}

const isLoopbackAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
