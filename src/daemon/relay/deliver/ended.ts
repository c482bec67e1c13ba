import { AppError } from '../../errors/app-error.ts'

/** How a stream or session ended. */
export type Ended =
  | 'complete'
  | 'cut-by-upstream'
  | 'cut-by-client'
  | 'cut-by-quota'
  | 'cut-by-shutdown'
  | 'cut-by-revocation'

/** The endings that the gateway itself decides on. */
export type StopReason = Extract<Ended, 'cut-by-quota' | 'cut-by-shutdown' | 'cut-by-revocation'>

/**
 * Returns the error that tells the client about the end; undefined if it was complete or the client has left.
 *
 * @param describeStop returns what was short if the quota ended it, or why its key may no longer be used
 */
export function describeEnd(ended: Ended, describeStop: () => AppError): AppError | undefined {
  switch (ended) {
    case 'complete':
    case 'cut-by-client':
      return undefined
    case 'cut-by-quota':
    case 'cut-by-revocation':
      return describeStop()
    case 'cut-by-shutdown':
      return new AppError('shutting_down')
    case 'cut-by-upstream':
      return new AppError('stream_cut')
  }
}
