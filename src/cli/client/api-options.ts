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
  /** From `--idempotency-key`, so that a repeated step runs once; otherwise a fresh key for each call. */
  readonly idempotencyKey?: string | undefined
  /** Set under `--curl`: receives the call as text; it is then not sent. */
  readonly onCurl?: ((line: string) => void) | undefined
  /** Called when a change was made earlier under the same key and its original response is returned. */
  readonly onReplay?: (() => void) | undefined
  /** Runs each call; a bulk run lets several go side by side and tries them again. Default: at once, and once. */
  readonly around?: Around | undefined
  /** Called just before the first call: the moment to fetch in parallel what its display needs. */
  readonly onFirstCall?: (() => void) | undefined
}
