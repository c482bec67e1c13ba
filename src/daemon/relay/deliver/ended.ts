import { AppError } from '../../errors/app-error.ts'

/** How a stream or session ended. */
export type Ended = 'complete' | 'cut-by-upstream' | 'cut-by-client' | 'cut-by-quota' | 'cut-by-shutdown'

/** The ends that the gateway itself decides on. */
export type StopReason = Extract<Ended, 'cut-by-quota' | 'cut-by-shutdown'>

/**
 * What the client is told about the end; undefined = nothing, it was complete or the client has left.
 *
 * @param describeShortage what was short when the quota ended it
 */
export function describeEnd(ended: Ended, describeShortage: () => AppError): AppError | undefined {
  switch (ended) {
    case 'complete':
    case 'cut-by-client':
      return undefined
    case 'cut-by-quota':
      return describeShortage()
    case 'cut-by-shutdown':
      return new AppError('shutting_down')
    case 'cut-by-upstream':
      return new AppError('stream_cut')
  }
}
