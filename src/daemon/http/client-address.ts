import type { IncomingHttpHeaders } from 'node:http'
import ipaddr from 'ipaddr.js'
import { type AddressList, parseAddressList } from '../limits/address-list.ts'
import type { Options } from '../options/registry.ts'

/** The parts of a request that tell where it comes from. */
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
 * Address of the client, for limits, allow-lists and logs alike.
 *
 * Forwarding headers count only while ReverseProxyEnabled is on **and** the peer of the connection is a trusted proxy:
 * anybody can send them. nginx: `X-Real-IP`, else the right-most entry of `X-Forwarded-For` that is not a trusted
 * proxy. cloudflare: `CF-Connecting-IP`.
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
  if (options.ReverseProxyProvider === 'cloudflare') return normalise(headers['cf-connecting-ip']) ?? peer
  return normalise(headers['x-real-ip']) ?? rightmostUntrusted(headers['x-forwarded-for'], trustProxy) ?? peer
}

/** Whether the client reached us, or the trusted proxy before us, by https. */
export function isSecureRequest(
  request: AddressedRequest & { readonly protocol: string },
  options: AddressOptions,
  trustProxy: readonly string[],
): boolean {
  if (request.protocol === 'https') return true
  const peer = normalise(request.socket.remoteAddress ?? '') ?? 'unknown'
  return (
    options.ReverseProxyEnabled &&
    trusted(trustProxy).includes(peer) &&
    request.headers['x-forwarded-proto'] === 'https'
  )
}

function rightmostUntrusted(
  header: string | string[] | undefined,
  trustProxy: readonly string[],
): string | undefined {
  const hops = String(header ?? '')
    .split(',')
    .map(normalise)
  for (const hop of hops.reverse()) {
    // A hop that is not an address was not written by one of our proxies, so nothing to its left can be trusted.
    if (hop === undefined) return undefined
    if (!trusted(trustProxy).includes(hop)) return hop
  }
  return undefined
}

function trusted(trustProxy: readonly string[]): AddressList {
  if (trustProxy.length === 0) return nearby
  let list = parsedLists.get(trustProxy)
  if (!list) {
    list = parseAddressList(trustProxy.join('\n'))
    parsedLists.set(trustProxy, list)
  }
  return list
}

function normalise(text: string | string[] | undefined): string | undefined {
  const trimmed = String(text ?? '')
    .trim()
    .replace(/^\[|\]$/g, '')
  // ipaddr.js also reads `127.1` and `0x7f.1`; our proxies never write such addresses.
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(trimmed) || ipaddr.IPv6.isValid(trimmed)
  return isAddress ? ipaddr.process(trimmed).toString() : undefined
}
