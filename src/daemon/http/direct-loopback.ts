import type { IncomingHttpHeaders } from 'node:http'
import ipaddr from 'ipaddr.js'

/** The parts of a request that show whether it was made on this machine. */
export interface LocalRequest {
  readonly headers: IncomingHttpHeaders
  readonly httpVersion: string
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/** Headers that proxies add, whether or not the proxies are trusted. Any of them means that the caller is elsewhere. */
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
 * Reports whether a program on this machine called the daemon directly: the peer and the Host are loopback, there is no
 * trace of a proxy, and a page that sends an Origin also comes from this machine. Without checking Host and Origin, a
 * stranger's web page could be the caller, through a domain name that resolves to 127.0.0.1.
 *
 * HTTP/1.0 does not count: unless configured otherwise, nginx uses it for its upstreams, with their address as Host and
 * without any header that would reveal the proxy.
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
