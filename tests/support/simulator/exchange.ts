import type { IncomingHttpHeaders } from 'node:http'
import type { Ask, ProtocolName, Received } from './ask.ts'
import type { Hold } from './deliver.ts'
import type { FormFields } from './multipart.ts'
import type { Protocol } from './protocol.ts'
import { recognise } from './protocols.ts'
import type { Verdict } from './verify.ts'

/** One request that reached the simulator, and what became of it. */
export interface Exchange {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  /** Names and values as they came, in order. */
  readonly rawHeaders: readonly string[]
  readonly body: Buffer
  /** Undefined when the body is no JSON. */
  readonly json: unknown
  /** The fields of a multipart body, undefined for others. */
  readonly form: FormFields | undefined
  /** Whose wire format it is. */
  readonly protocol: ProtocolName
  readonly model: string
  /** How its signature was found; undefined when it was not looked at. */
  readonly signature: Verdict | undefined
  /** What the vendor would have against it, when it was refused for that. */
  readonly complaint: string | undefined
  /** How much of its prompt was in the prompt cache of its account, 0 to 1; undefined = nobody looked. */
  readonly cachedShare: number | undefined
  readonly state: 'open' | 'answered' | 'aborted'
  /** Settles when the exchange is over: answered, or the connection closed before (`aborted`). */
  readonly over: Promise<'answered' | 'aborted'>
  /** Settles when the answer waits where `holdAt` says. */
  readonly held: Promise<void>
  /** Lets a held answer go on. */
  resume(): void
}

/** What is learnt of an exchange after it was opened. */
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
  /** The step at which the answer waits for `resume()`. */
  readonly holdAt: () => 'headers' | 'body' | number | undefined
  /** Calls back once, when the connection is done with: whether everything was sent. */
  readonly onClose: (listener: (isAnswered: boolean) => void) => void
  /** Known before the path is looked at. */
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
