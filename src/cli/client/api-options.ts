import type { Phrase } from '../phrases/phrases.ts'
import type { Around } from './pace.ts'

/** How this run authenticates. */
export type Credential =
  | { readonly kind: 'token'; readonly token: string }
  /** Between signing in and creating an access token: the session cookie and the user's ID. */
  | { readonly kind: 'session'; readonly cookie: string; readonly userId: number }

export interface ApiOptions {
  /** Base address; a path in it is kept. */
  readonly url: string
  readonly credential: Credential | undefined
  readonly timeoutMs: number
  readonly phrase: Phrase
  readonly userAgent: string
  /** From `--idempotency-key`, so that a repeated step runs only once; by default, each call gets a new key. */
  readonly idempotencyKey?: string | undefined
  /** Set under `--curl`: receives the call as text instead of it being sent. */
  readonly onCurl?: ((line: string) => void) | undefined
  /** Called when a change was already made under the same key and its original response is returned. */
  readonly onReplay?: (() => void) | undefined
  /** Wraps each call, to limit parallelism and retry in bulk runs. Default: called immediately, once. */
  readonly around?: Around | undefined
  /** Called just before the first call, to start fetching what its display needs in parallel. */
  readonly onFirstCall?: (() => void) | undefined
}
