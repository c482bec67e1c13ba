import type { AppError } from '../../errors/app-error.ts'
import type { Inbound, InboundRequest } from './inbound.ts'
import { describeError, renderError, renderStreamError } from './render-error.ts'

export interface RefuseDeps {
  /** Counts and logs a refusal. */
  readonly noteRefusal: (inbound: Pick<InboundRequest, 'requestId'>, error: AppError) => void
}

/**
 * Answers with the error in the client's own protocol, as a stream event if a stream has begun.
 *
 * @param isStream whether the client asked for a stream
 */
export function refuse(inbound: Inbound, error: AppError, deps: RefuseDeps, isStream = false): void {
  const { client } = inbound
  // Nobody is left to read the error, and a call aborted because its client left is not the upstream's fault.
  if (client.isGone) return
  deps.noteRefusal(inbound, error)
  if (isStream && refusesInStream(inbound, error)) client.startStream()
  if (client.hasStarted) return client.end(renderStreamError(error, inbound))
  const rendered = renderError(error, inbound.requestId, inbound.headers, inbound.codec.errors)
  client.refuse(rendered.status, rendered.headers, rendered.body)
}

const refusesInStream = ({ codec, requestId, headers }: InboundRequest, error: AppError): boolean =>
  codec.errors.refusesInStream?.(describeError(error, requestId, headers)) === true
