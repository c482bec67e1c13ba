import type { IncomingHttpHeaders } from 'node:http'
import ipaddr from 'ipaddr.js'
import { type AddressList, parseAddressList } from '../limits/address-list.ts'
import type { Options } from '../options/registry.ts'

/** The parts of a request that identify its origin. */
export interface AddressedRequest {
  readonly headers: IncomingHttpHeaders
  readonly socket: { readonly remoteAddress?: string | undefined }
}

type AddressOptions = Pick<Options, 'ReverseProxyEnabled' | 'ReverseProxyProvider'>

/** Trusted proxies if the option is on and no list is configured: this machine and private networks. */
const nearby = parseAddressList('127.0.0.0/8 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 ::1 fc00::/7')

/** Parsed once per configured list; the list lives as long as the configuration. */
const parsedLists = new WeakMap<readonly string[], AddressList>()

/**
 * Returns the address of the client, for limits, allow-lists and logs alike.
 *
 * Forwarding headers only count while ReverseProxyEnabled is on **and** the peer of the connection is a trusted proxy,
 * because anybody can send them. Exactly one header decides. cloudflare: `CF-Connecting-IP`. nginx: `X-Forwarded-For`;
 * `X-Real-IP` is only read from a proxy that sends no `X-Forwarded-For`, because proxies that append to that header
 * forward an `X-Real-IP` that the client made up.
 *
 * @param trustProxy addresses and ranges of proxies; empty = loopback and private networks
 * @returns an address without brackets, IPv4 in IPv6 form written as IPv4; `unknown` if the connection is gone
 */
export function clientAddress(
  request: AddressedRequest,
  options: AddressOptions,
  trustProxy: readonly string[],
): string {
  const peer = normalise(request.socket.remoteAddress ?? '') ?? 'unknown'
  if (!options.ReverseProxyEnabled || !trusted(trustProxy).includes(peer)) return peer
  const { headers } = request
  const header =
    options.ReverseProxyProvider === 'cloudflare'
      ? headers['cf-connecting-ip']
      : (headers['x-forwarded-for'] ?? headers['x-real-ip'])
  return clientHop(header, trustProxy) ?? peer
}

/**
 * Reports whether the client used HTTPS to reach the gateway or the trusted proxy in front of it. This does not depend
 * on ReverseProxyEnabled: clients that falsely claim HTTPS only get cookies that their own browser withholds, while a
 * site whose owner forgot the option would send its cookies in clear text.
 */
export function isSecureRequest(
  { protocol, headers, socket }: AddressedRequest & { readonly protocol: string },
  trustProxy: readonly string[],
): boolean {
  if (protocol === 'https') return true
  const peer = normalise(socket.remoteAddress ?? '') ?? 'unknown'
  if (!trusted(trustProxy).includes(peer)) return false
  // With several proxies, the client connected to the first, which is the leftmost.
  const [first = ''] = String(headers['x-forwarded-proto'] ?? '').split(',')
  return (
    first.trim().toLowerCase() === 'https' ||
    /^[^,]*\bproto="?https\b/i.test(headers.forwarded ?? '') ||
    /"scheme":\s*"https"/.test(String(headers['cf-visitor'] ?? ''))
  )
}

/**
 * Returns the URL under which the client reached the gateway, without a trailing slash. Forwarding headers only count
 * from trusted proxies.
 */
export function reachedAddress(
  request: AddressedRequest & { readonly protocol: string },
  trustProxy: readonly string[],
): string {
  const { headers, socket } = request
  const peer = normalise(socket.remoteAddress ?? '') ?? 'unknown'
  const [forwarded = ''] = trusted(trustProxy).includes(peer)
    ? String(headers['x-forwarded-host'] ?? '').split(',')
    : []
  const scheme = isSecureRequest(request, trustProxy) ? 'https' : 'http'
  return `${scheme}://${forwarded.trim() || headers.host || ''}`
}

/**
 * Walks the hops from the right, where our proxies append.
 *
 * @returns the first hop that is not a trusted proxy. If all are trusted, the rightmost one: the nearest proxy saw it
 *   itself, and a client inside the trusted ranges could have made up everything to its left. undefined if that is not
 *   an address
 */
function clientHop(header: string | string[] | undefined, trustProxy: readonly string[]): string | undefined {
  const hops = String(header ?? '')
    .split(',')
    .map(normalise)
    .reverse()
  // A hop that is not an address was not written by one of our proxies, so nothing to its left can be trusted either.
  const end = hops.indexOf(undefined)
  const written = hops.slice(0, end === -1 ? hops.length : end)
  return written.find((hop) => hop !== undefined && !trusted(trustProxy).includes(hop)) ?? written[0]
}

/** Reports whether this address may forward requests of other clients. @param trustProxy see {@link clientAddress} */
export const isTrustedProxy = (address: string, trustProxy: readonly string[]): boolean =>
  trusted(trustProxy).includes(normalise(address) ?? 'unknown')

function trusted(trustProxy: readonly string[]): AddressList {
  if (trustProxy.length === 0) return nearby
  let list = parsedLists.get(trustProxy)
  if (!list) {
    list = parseAddressList(trustProxy.join('\n'))
    parsedLists.set(trustProxy, list)
  }
  return list
}

/**
 * Caches normalized addresses, because clients keep their connections and share a few proxies, so the same texts recur.
 */
const normalised = new Map<string, string>()
const NORMALISED_MAX = 10_000
/** The longest address has 45 characters; longer texts come from strangers and are not cached. */
const NORMALISED_CHARS_MAX = 64

function normalise(text: string | string[] | undefined): string | undefined {
  if (typeof text !== 'string' || text.length > NORMALISED_CHARS_MAX) return readAddress(text)
  const known = normalised.get(text)
  if (known !== undefined) return known
  const address = readAddress(text)
  if (address === undefined) return undefined
  if (normalised.size >= NORMALISED_MAX) normalised.clear()
  normalised.set(text, address)
  return address
}

function readAddress(text: string | string[] | undefined): string | undefined {
  const trimmed = String(text ?? '')
    .trim()
    .replace(/^\[|\]$/g, '')
  // ipaddr.js also accepts `127.1` and `0x7f.1`, which our proxies never write.
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(trimmed) || ipaddr.IPv6.isValid(trimmed)
  return isAddress ? ipaddr.process(trimmed).toString() : undefined
}
