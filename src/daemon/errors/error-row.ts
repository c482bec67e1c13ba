/** The dozen kinds that protocol error bodies are built from. */
export type ErrorKind =
  | 'validation'
  | 'authentication'
  | 'permission'
  | 'not_found'
  | 'conflict'
  | 'quota'
  | 'rate_limit'
  | 'too_large'
  | 'unsupported'
  | 'unavailable'
  | 'upstream'
  | 'internal'

/** One error code with its properties and texts. `{name}` in a text is filled from the error's `values`. */
export interface ErrorRow {
  readonly status: number
  readonly kind: ErrorKind
  /** Whether another attempt of the same request may help; absent = never. */
  readonly retry?: 'other-channel'
  /** The log level; absent = `info`. `error` means that somebody has to act. */
  readonly log?: 'debug' | 'warn' | 'error'
  readonly en: string
  readonly zh: string
}
