import { lookup as resolveName } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import Client from 'undici/lib/dispatcher/client.js'
import { answeredStatus, reasons, type Texts } from '../errors/reasons.ts'
import { type BodyMeter, type Exchange, openExchange, TransportError } from './exchange.ts'

const CONNECT_TIMEOUT_MS = 10_000
const REDIRECTS_MAX = 3

/** A download was refused or failed. The text reveals nothing about the operator's network. */
export class FetchRefused extends Error {
  readonly why: Texts

  constructor(why: Texts, cause?: unknown) {
    super(why.en, { cause })
    this.name = 'FetchRefused'
    this.why = why
  }
}

export interface FetchPublicOptions {
  /** Non-public addresses that are allowed, as CIDR. */
  readonly allowedRanges?: readonly string[]
  /** @default every address from the system's resolver */
  resolve?(host: string): Promise<readonly string[]>
  /** Value of the `Accept` header. */
  readonly accept: string
  readonly bytesMax: number
  /** Time limit for the whole call: resolving, redirects, body. */
  readonly timeoutMs: number
  /** Limits how much of the body arrives. */
  readonly meter?: BodyMeter | undefined
  /** Aborts when the caller has left. */
  readonly signal?: AbortSignal
}

/** The parts of a request besides its address. They are never sent to the target of a redirect. */
export interface PublicRequest {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export interface PublicAnswer {
  readonly status: number
  /** Empty for redirects, and for errors whose body nobody needs. */
  readonly bytes: Buffer
  /** The target of a redirect. */
  readonly location: string | undefined
}

const isFine = (status: number): boolean => status === 200
const plainGet: PublicRequest = { method: 'GET', headers: {}, body: null }

/**
 * Downloads from an address that somebody outside this machine chose. Only public addresses are allowed: every address
 * of the name is checked, the connection goes to exactly the checked one, and each redirect target is checked again
 * before the next call.
 *
 * @throws FetchRefused
 */
export async function fetchPublic(url: string, options: FetchPublicOptions): Promise<Buffer> {
  const limited = { ...options, signal: limit(options) }
  let address = url
  for (let hops = 0; hops <= REDIRECTS_MAX; hops += 1) {
    const { status, location, bytes } = await ask(readAddress(address), plainGet, limited, isFine)
    if (location === undefined) return isFine(status) ? bytes : refuse(answeredStatus(status))
    address = URL.parse(location, address)?.href ?? refuse(reasons.redirectsNowhere)
  }
  return refuse(reasons.redirectsTooOften)
}

/**
 * Makes one call under the rules of {@link fetchPublic}. Returns the response whatever its status; redirects are
 * reported, not followed.
 *
 * @throws FetchRefused
 */
export async function askPublic(
  url: string,
  request: PublicRequest,
  options: FetchPublicOptions,
): Promise<PublicAnswer> {
  return ask(readAddress(url), request, { ...options, signal: limit(options) }, () => true)
}

/**
 * Checks an address under the rules of {@link fetchPublic} without calling it.
 *
 * @throws FetchRefused
 */
export async function checkPublic(url: string, options: FetchPublicOptions): Promise<void> {
  await findAddress(readAddress(url), { ...options, signal: limit(options) })
}

function limit({ timeoutMs, signal }: FetchPublicOptions): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs)
  return signal ? AbortSignal.any([timeout, signal]) : timeout
}

/** Options with one signal for the whole call, which covers its time limit and the caller leaving. */
type LimitedOptions = FetchPublicOptions & { readonly signal: AbortSignal }

async function ask(
  url: URL,
  request: PublicRequest,
  options: LimitedOptions,
  isBodyWanted: (status: number) => boolean,
): Promise<PublicAnswer> {
  const { exchange, location, close } = await open(url, request, options)
  try {
    const { status } = exchange
    if (location !== undefined) return { status, bytes: Buffer.alloc(0), location }
    const bytes = isBodyWanted(status)
      ? await exchange.readAll(options.bytesMax, options.meter)
      : Buffer.alloc(0)
    return { status, bytes, location: undefined }
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    return refuse(reasonOfFault(error), error)
  } finally {
    close()
  }
}

/** A response whose body has not been read. The caller must close it. */
export interface PublicResponse {
  readonly exchange: Exchange
  /** Ends the connection. */
  close(): void
}

/**
 * Opens a download under the rules of {@link fetchPublic} without reading the body. The caller must limit how much it
 * reads.
 *
 * @throws FetchRefused
 */
export async function openPublic(
  url: string,
  options: Omit<FetchPublicOptions, 'bytesMax'>,
): Promise<PublicResponse> {
  const limited = { ...options, bytesMax: 0, signal: limit({ ...options, bytesMax: 0 }) }
  let address = url
  for (let hops = 0; hops <= REDIRECTS_MAX; hops += 1) {
    const { exchange, location, close } = await open(readAddress(address), plainGet, limited)
    if (location === undefined && isFine(exchange.status)) return { exchange, close }
    close()
    if (location === undefined) return refuse(answeredStatus(exchange.status))
    address = URL.parse(location, address)?.href ?? refuse(reasons.redirectsNowhere)
  }
  return refuse(reasons.redirectsTooOften)
}

/**
 * Makes one call and returns the response before its body is read, whatever its status and however long it takes.
 * `timeoutMs` applies to the first byte and to each pause. Redirects are not followed.
 *
 * @throws FetchRefused
 */
export async function openPublicOnce(
  url: string,
  request: PublicRequest,
  options: Omit<FetchPublicOptions, 'bytesMax'>,
): Promise<PublicResponse> {
  const bounded = { ...options, bytesMax: 0 }
  const { exchange, close, unhurry } = await open(readAddress(url), request, {
    ...bounded,
    signal: limit(bounded),
  })
  unhurry()
  return { exchange, close }
}

/** Makes a call and waits until its response begins. @throws FetchRefused */
async function open(
  url: URL,
  { method, headers: given, body }: PublicRequest,
  options: LimitedOptions,
): Promise<PublicResponse & { readonly location: string | undefined; unhurry(): void }> {
  const { signal } = options
  const pinned = await findAddress(url, options)
  const client = new Client(url.origin, {
    connect: { timeout: CONNECT_TIMEOUT_MS, lookup: pinTo(pinned) },
    allowH2: false,
  })
  const exchange = openExchange(client, {
    method,
    url: url.href,
    headers: {
      accept: options.accept,
      'accept-encoding': 'identity',
      'user-agent': 'tollgate',
      ...given,
    },
    body,
    firstByteTimeoutMs: options.timeoutMs,
    idleTimeoutMs: options.timeoutMs,
  })
  const stop = () => exchange.abort()
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  const unhurry = () => signal.removeEventListener('abort', stop)
  const close = () => {
    unhurry()
    client.destroy().catch(() => undefined)
  }
  try {
    await exchange.started
  } catch (error) {
    close()
    if (!(error instanceof TransportError)) throw error
    return refuse(reasonOfFault(error), error)
  }
  const { status, headers } = exchange
  const location = status >= 300 && status < 400 ? headers.location : undefined
  return { exchange, location, close, unhurry }
}

function readAddress(text: string): URL {
  const url = URL.parse(text)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return refuse(reasons.noHttpAddress)
  if (url.username !== '' || url.password !== '') return refuse(reasons.hasCredentials)
  url.hash = ''
  return url
}

/** Finds the address to connect to. All addresses of the name must be allowed, so that no other can be smuggled in. */
async function findAddress(url: URL, options: LimitedOptions): Promise<string> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const resolve = options.resolve ?? resolveAll
  const addresses = ipaddr.isValid(host) ? [host] : await beforeAbort(resolve(host), options.signal)
  const [first] = addresses
  if (first === undefined) return refuse(reasons.unknownHost)
  if (!addresses.every((each) => isAllowed(each, options.allowedRanges ?? [])))
    return refuse(reasons.notPublic)
  return first
}

async function resolveAll(host: string): Promise<readonly string[]> {
  try {
    return (await resolveName(host, { all: true })).map((each) => each.address)
  } catch {
    return []
  }
}

/** Stops waiting when the signal aborts: the system's resolver may be slow and cannot be cancelled. */
function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new FetchRefused(reasons.tooSlow))
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

/** Reports whether a host is a literal address that is not public. Names are checked when they are resolved. */
export function isPrivateHost(host: string): boolean {
  const text = host.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(text) && !isAllowed(text, [])
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

/**
 * For addresses outside its special ranges the library says `unicast`, but only one eighth of IPv6 is assigned at all.
 */
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

/** Says why the transport failed, without naming a host. */
export function reasonOfFault({ fault }: TransportError): Texts {
  switch (fault) {
    case 'too-large':
      return reasons.tooLarge
    case 'aborted':
    case 'first-byte-timeout':
    case 'idle-timeout':
      return reasons.tooSlow
    default:
      return reasons.unreachable
  }
}

function refuse(why: Texts, cause?: unknown): never {
  throw new FetchRefused(why, cause)
}
