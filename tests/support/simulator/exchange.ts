import type { IncomingHttpHeaders } from 'node:http'
import type { Ask, ProtocolName, Received } from './ask.ts'
import type { Hold } from './deliver.ts'
import type { FormFields } from './multipart.ts'
import type { Protocol } from './protocol.ts'
import { recognise } from './protocols.ts'
import type { Verdict } from './verify.ts'

/** One request that reached the simulator, and its outcome. */
export interface Exchange {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  /** Names and values as received, in order. */
  readonly rawHeaders: readonly string[]
  readonly body: Buffer
  /** Undefined if the body is not JSON. */
  readonly json: unknown
  /** The fields of a multipart body, undefined for others. */
  readonly form: FormFields | undefined
  /** The wire format. */
  readonly protocol: ProtocolName
  readonly model: string
  /** The result of checking the signature; undefined = not checked. */
  readonly signature: Verdict | undefined
  /** The vendor's complaint, if the request was refused for it. */
  readonly complaint: string | undefined
  /** The share of its prompt that was in the prompt cache of its account, 0 to 1; undefined = not checked. */
  readonly cachedShare: number | undefined
  readonly state: 'open' | 'answered' | 'aborted'
  /** Settles when the exchange is over: answered, or the connection was closed before (`aborted`). */
  readonly over: Promise<'answered' | 'aborted'>
  /** Settles when the response waits at the step of `holdAt`. */
  readonly held: Promise<void>
  /** Continues a held response. */
  resume(): void
}

/** Facts found out about an exchange after it was opened. */
export interface Findings {
  signature: Verdict | undefined
  complaint: string | undefined
  cachedShare: number | undefined
}

export interface OpenExchange {
  readonly exchange: Exchange
  readonly ask: Ask
  readonly protocol: Protocol
  readonly hold: Hold
  readonly findings: Findings
}

export interface Opening {
  readonly received: Received
  readonly headers: IncomingHttpHeaders
  readonly rawHeaders: readonly string[]
  /** The step at which the response waits for `resume()`. */
  readonly holdAt: () => 'headers' | 'body' | number | undefined
  /** Calls back once, when the connection is finished, with whether everything was sent. */
  readonly onClose: (listener: (isAnswered: boolean) => void) => void
  /** Set if the protocol is known before the path is read. */
  readonly protocol?: Protocol
}

export const openExchange = (opening: Opening): OpenExchange => {
  const { received, headers, rawHeaders, holdAt, onClose } = opening
  const known = opening.protocol?.read(received)
  const { protocol, ask } =
    opening.protocol && known ? { protocol: opening.protocol, ask: known } : recognise(received)
  const over = Promise.withResolvers<'answered' | 'aborted'>()
  const held = Promise.withResolvers<void>()
  const resumed = Promise.withResolvers<void>()
  const findings: Findings = { signature: undefined, complaint: undefined, cachedShare: undefined }
  let state: Exchange['state'] = 'open'
  onClose((isAnswered) => {
    state = isAnswered ? 'answered' : 'aborted'
    over.resolve(state)
    resumed.resolve()
  })
  const { method, path, query, body, json, form } = received
  const exchange: Exchange = {
    method,
    path,
    query,
    headers,
    rawHeaders,
    body,
    json,
    form,
    protocol: protocol.name,
    model: ask.model,
    get signature() {
      return findings.signature
    },
    get complaint() {
      return findings.complaint
    },
    get cachedShare() {
      return findings.cachedShare
    },
    get state() {
      return state
    },
    over: over.promise,
    held: held.promise,
    resume: () => resumed.resolve(),
  }
  const hold: Hold = async (at) => {
    if (at !== holdAt()) return
    held.resolve()
    await resumed.promise
  }
  return { exchange, ask, protocol, hold, findings }
}
