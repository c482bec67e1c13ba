import type { Ask, Received } from './ask.ts'
import type { OpenExchange } from './exchange.ts'
import type { Memory } from './memory.ts'
import type { Complaint, Protocol, Turn } from './protocol.ts'
import { findingOf, refusalOf } from './signatures.ts'
import { spark } from './spark.ts'
import { headerOf, type Verification } from './verify.ts'

/** Requirements of a simulator. */
export interface Demands {
  /** Keys it accepts, wherever the protocol puts them (Baidu: `client id|secret`); undefined = any. */
  readonly keys?: readonly string[]
  /** Signatures to verify. */
  readonly verify?: Verification
  /** Checks OpenAI chat as strictly as OpenAI does; all other protocols are always checked. */
  readonly strict?: boolean
}

/** Recognizes the fetching of a token, which is not a call of the model and takes nothing from the queue. */
export const isTokenCall = (ask: Ask): boolean => ask.operation === 'token'

/** Finds the key in any of the places where vendors expect it. */
export const keyOf = ({ headers, query }: Pick<Received, 'headers' | 'query'>): string => {
  const bearer = headerOf(headers, 'authorization')?.replace(/^Bearer /, '')
  const named = ['api-key', 'x-api-key', 'x-goog-api-key'].map((name) => headerOf(headers, name))
  return bearer ?? named.find((key) => key !== undefined) ?? query.get('key') ?? ''
}

const badKey = (
  protocol: Protocol,
  ask: Ask,
  received: Received,
  keys: readonly string[],
): Complaint | undefined => {
  if (protocol.name === 'baidu' && isTokenCall(ask)) {
    const { query } = received
    const isKnown = keys.includes(`${query.get('client_id')}|${query.get('client_secret')}`)
    return isKnown ? undefined : { status: 401, message: 'unknown client id' }
  }
  if (protocol.isSigned || keys.includes(keyOf(received))) return undefined
  return protocol.badKey ?? { status: 401, message: 'The simulator was told to fail with 401.' }
}

/** Returns why the caller is refused: signature or key. Records the result of the signature check in the exchange. */
export const refuse = (
  { protocol, ask, findings }: OpenExchange,
  received: Received,
  { keys, verify = {} }: Demands,
  memory: Memory,
): Complaint | undefined => {
  const finding = findingOf(received, protocol.name, verify, memory)
  findings.signature = finding?.verdict
  const badSignature = refusalOf(finding, protocol.name)
  if (badSignature || !keys || finding?.verdict === 'ok') return badSignature
  return badKey(protocol, ask, received, keys)
}

/** Recognizes reading calls. A websocket handshake is also a GET, but its frame is a request to a model. */
const isReading = (protocol: Protocol, { method }: Received): boolean =>
  method === 'GET' && protocol !== spark

/**
 * Checks what the vendor would refuse in a request that would otherwise be answered, and records it in the exchange.
 */
export const criticise = (
  { protocol, findings }: OpenExchange,
  { behaviour, ask, received, memory }: Turn,
  { strict = false }: Demands,
): Complaint | undefined => {
  const isTold = (behaviour.status ?? 200) >= 400 || behaviour.body !== undefined
  // Many vendors copy OpenAI's chat API, and few of them are as strict.
  const isLenient = protocol.name === 'openai' && !strict
  if (isTold || isLenient || isReading(protocol, received)) return undefined
  const complaint = protocol.check?.(ask, received, memory)
  findings.complaint = complaint?.message
  return complaint
}
