/** The parts of a thrown value that survive crossing a thread boundary. */
export interface Failure {
  readonly message: string
  /** SQLite's extended result code (https://sqlite.org/rescode.html); undefined if SQLite did not fail. */
  readonly errcode: number | undefined
  /** Node's code such as `ERR_OUT_OF_RANGE`, or a code of {@link StorageUnavailableError}. */
  readonly code: string | undefined
  readonly stack: string | undefined
}

/** An error in a database thread. Errors of SQLite have their extended result code in `errcode`. */
export class StoreError extends Error {
  readonly errcode: number | undefined
  readonly code: string | undefined

  constructor(failure: Failure) {
    super(failure.message)
    this.name = 'StoreError'
    this.errcode = failure.errcode
    this.code = failure.code
    // Keep the stack of the original error; the stack on this side only shows that a message arrived.
    if (failure.stack !== undefined) this.stack = `${this.name}: in a database thread: ${failure.stack}`
  }
}

export type UnavailableCode =
  | 'WRITER_BUSY'
  | 'TRANSACTION_EXPIRED'
  | 'THREAD_GONE'
  | 'STORE_CLOSED'
  | 'SYNC_FAILED'

/** The store cannot be used right now, or this transaction lost its turn. The statement had no effect. */
export class StorageUnavailableError extends Error {
  readonly code: UnavailableCode

  constructor(code: UnavailableCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StorageUnavailableError'
    this.code = code
  }
}

const unavailableCodes: readonly string[] = [
  'WRITER_BUSY',
  'TRANSACTION_EXPIRED',
  'THREAD_GONE',
  'STORE_CLOSED',
  'SYNC_FAILED',
] satisfies UnavailableCode[]

export function toFailure(error: unknown): Failure {
  if (!(error instanceof Error))
    return { message: String(error), errcode: undefined, code: undefined, stack: undefined }
  const { errcode, code } = error as { errcode?: unknown; code?: unknown }
  return {
    message: error.message,
    errcode: typeof errcode === 'number' ? errcode : undefined,
    code: typeof code === 'string' ? code : undefined,
    stack: error.stack,
  }
}

export function toError(failure: Failure): Error {
  if (failure.code !== undefined && unavailableCodes.includes(failure.code))
    return new StorageUnavailableError(failure.code as UnavailableCode, failure.message)
  return new StoreError(failure)
}
