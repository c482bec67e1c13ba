import { AppError } from '../../errors/app-error.ts'

/** How a stream or session ended. */
export type Ended =
  | 'complete'
  | 'cut-by-upstream'
  | 'cut-by-client'
  | 'cut-by-quota'
  | 'cut-by-shutdown'
  | 'cut-by-revocation'

/** The ends that the gateway itself decides on. */
export type StopReason = Extract<Ended, 'cut-by-quota' | 'cut-by-shutdown' | 'cut-by-revocation'>

/**
 * What the client is told about the end; undefined = nothing, it was complete or the client has left.
 *
 * @param describeStop what was short when the quota ended it, or why its key may not be used any more
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
