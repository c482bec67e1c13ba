import type { Ask, Received } from './ask.ts'
import type { OpenExchange } from './exchange.ts'
import type { Memory } from './memory.ts'
import type { Complaint, Protocol, Turn } from './protocol.ts'
import { findingOf, refusalOf } from './signatures.ts'
import { spark } from './spark.ts'
import { headerOf, type Verification } from './verify.ts'

/** What a simulator insists on. */
export interface Demands {
  /** Keys it accepts, wherever the protocol puts them (Baidu: `client id|secret`); undefined = any. */
  readonly keys?: readonly string[]
  /** Whose signatures it insists on. */
  readonly verify?: Verification
  /** Looks at OpenAI chat as strictly as OpenAI does; every other protocol is always looked at. */
  readonly strict?: boolean
}

/** Fetching a token is no call of the model: it takes nothing from the queue. */
export const isTokenCall = (ask: Ask): boolean => ask.operation === 'token'

/** Wherever vendors look for a key. */
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

/** Why the caller is not let in: signature or key. Notes in the exchange how its signature was found. */
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

/** A websocket's handshake is a GET as well, but what came over it is a question. */
const isReading = (protocol: Protocol, { method }: Received): boolean =>
  method === 'GET' && protocol !== spark

/** What the vendor finds wrong with a request that was to be answered, noted in the exchange. */
export const criticise = (
  { protocol, findings }: OpenExchange,
  { behaviour, ask, received, memory }: Turn,
  { strict = false }: Demands,
): Complaint | undefined => {
  const isTold = (behaviour.status ?? 200) >= 400 || behaviour.body !== undefined
  // OpenAI's own chat is copied by everybody, and few copies are as strict.
  const isLenient = protocol.name === 'openai' && !strict
  if (isTold || isLenient || isReading(protocol, received)) return undefined
  const complaint = protocol.check?.(ask, received, memory)
  findings.complaint = complaint?.message
  return complaint
}
