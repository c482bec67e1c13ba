import { lookup as resolveName } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Client } from 'undici'
import { AppError } from '../errors/app-error.ts'
import { openExchange, TransportError } from './exchange.ts'
import { sniffMedia } from './sniff-media.ts'

const BYTES_MAX = 20 * 1024 * 1024
const TIMEOUT_MS = 20_000
const CONNECT_TIMEOUT_MS = 10_000
const REDIRECTS_MAX = 3

/** A picture or document that a client gave by link. */
export interface FetchedMedia {
  /** By its first bytes: what the server says is not asked. */
  readonly mimeType: string
  readonly base64: string
}

export interface FetchMediaOptions {
  /** Addresses that are allowed although they are not public, as CIDR: for tests with a server of their own. */
  readonly allowedRanges?: readonly string[]
  /** @default every address the system's resolver gives */
  resolve?(host: string): Promise<readonly string[]>
  readonly bytesMax?: number
  /** All of it: resolving, redirects, body. */
  readonly timeoutMs?: number
  /** Aborts when the client has gone. */
  readonly signal?: AbortSignal
}

/**
 * Downloads what a link in a request points to, for upstreams that take it only inline. The link is the client's, so it
 * may lead nowhere but to public addresses: every address of the name is checked, the connection goes to exactly the one
 * that was checked, and each redirect is followed by hand and checked again.
 *
 * @throws AppError `media_unavailable` (400); its text tells nothing of the network here
 */
export async function fetchMedia(url: string, options: FetchMediaOptions = {}): Promise<FetchedMedia> {
  const limit = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
  const signal = options.signal ? AbortSignal.any([limit, options.signal]) : limit
  let address = url
  for (let hops = 0; hops <= REDIRECTS_MAX; hops += 1) {
    const answer = await ask(readAddress(address), options, signal)
    if (!answer.location) return readMedia(answer.bytes)
    address = URL.parse(answer.location, address)?.href ?? unavailable('it redirects to no address')
  }
  return unavailable('it redirects too often')
}

interface MediaAnswer {
  readonly bytes: Buffer
  /** Where it went instead. */
  readonly location: string | undefined
}

async function ask(url: URL, options: FetchMediaOptions, signal: AbortSignal): Promise<MediaAnswer> {
  const pinned = await findAddress(url, options, signal)
  const client = new Client(url.origin, {
    connect: { timeout: CONNECT_TIMEOUT_MS, lookup: pinTo(pinned) },
    allowH2: false,
  })
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS
  const exchange = openExchange(client, {
    method: 'GET',
    url: url.href,
    headers: { accept: 'image/*, application/pdf', 'accept-encoding': 'identity', 'user-agent': 'tollgate' },
    body: null,
    firstByteTimeoutMs: timeoutMs,
    idleTimeoutMs: timeoutMs,
  })
  const stop = () => exchange.abort()
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    await exchange.started
    const { status, headers } = exchange
    if (status >= 300 && status < 400 && typeof headers.location === 'string')
      return { bytes: Buffer.alloc(0), location: headers.location }
    if (status !== 200) return unavailable(`its server answers with status ${status}`)
    return { bytes: await exchange.readAll(options.bytesMax ?? BYTES_MAX), location: undefined }
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    return unavailable(describeFault(error), error)
  } finally {
    signal.removeEventListener('abort', stop)
    client.destroy().catch(() => undefined)
  }
}

function readAddress(text: string): URL {
  const url = URL.parse(text)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return unavailable('it is no http(s) address')
  if (url.username !== '' || url.password !== '') return unavailable('it must not hold a name or password')
  url.hash = ''
  return url
}

/** The address to connect to; all addresses of the name must be allowed, so that none can be slipped in. */
async function findAddress(url: URL, options: FetchMediaOptions, signal: AbortSignal): Promise<string> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const resolve = options.resolve ?? resolveAll
  const addresses = ipaddr.isValid(host) ? [host] : await beforeAbort(resolve(host), signal)
  const [first] = addresses
  if (first === undefined) return unavailable('its host is not known')
  if (!addresses.every((each) => isAllowed(each, options.allowedRanges ?? [])))
    return unavailable('its address is not public')
  return first
}

async function resolveAll(host: string): Promise<readonly string[]> {
  try {
    return (await resolveName(host, { all: true })).map((each) => each.address)
  } catch {
    return []
  }
}

/** The system's resolver takes its time and cannot be called off. */
function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(unavailableError('it does not answer in time'))
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

function isAllowed(text: string, allowedRanges: readonly string[]): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  return isPublic(address) || allowedRanges.some((range) => isWithin(address, range))
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Where the library knows no special range it says `unicast`; of IPv6 only one eighth is given out at all. */
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || ((address.parts[0] ?? 0) & 0xe000) === 0x2000
}

function isWithin(address: Address, range: string): boolean {
  const [network, bits] = ipaddr.parseCIDR(range)
  return address.kind() === network.kind() && address.match(network, bits)
}

const pinTo =
  (address: string): LookupFunction =>
  (_host, options, done) => {
    const family = ipaddr.parse(address).kind() === 'ipv6' ? 6 : 4
    if (options.all) done(null, [{ address, family }])
    else done(null, address, family)
  }

function readMedia(bytes: Buffer): FetchedMedia {
  const mimeType = sniffMedia(bytes)
  if (mimeType === undefined) return unavailable('it is neither a picture nor a PDF')
  return { mimeType, base64: bytes.toString('base64') }
}

function describeFault({ fault }: TransportError): string {
  switch (fault) {
    case 'too-large':
      return 'it is too large'
    case 'aborted':
    case 'first-byte-timeout':
    case 'idle-timeout':
      return 'it does not answer in time'
    default:
      return 'its server cannot be reached'
  }
}

function unavailable(why: string, cause?: unknown): never {
  throw unavailableError(why, cause)
}

const unavailableError = (why: string, cause?: unknown): AppError =>
  new AppError('media_unavailable', { values: { why }, ...(cause !== undefined && { cause }) })
