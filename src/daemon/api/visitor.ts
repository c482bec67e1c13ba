import type { FastifyRequest } from 'fastify'
import { verifyTurnstile } from '../accounts/turnstile.ts'
import type { ApiServices } from './api-services.ts'

/** A visitor who is not signed in: their address, and their token from the human check. */
export interface Visitor {
  readonly ip: string
  readonly requestId: string
  readonly turnstile: string | undefined
}

/** Creates a function that reads the visitor from a request. */
export const visitors =
  ({ addressOf }: Pick<ApiServices, 'addressOf'>) =>
  (request: FastifyRequest, turnstile?: string): Visitor => ({
    ip: addressOf(request),
    requestId: request.id,
    turnstile,
  })

/** Runs the human check if the site requires it. @throws AppError `turnstile_…` */
export async function checkHuman(
  { turnstile, ip }: Pick<Visitor, 'turnstile' | 'ip'>,
  { options, providerAddresses }: Pick<ApiServices, 'options' | 'providerAddresses'>,
): Promise<void> {
  const { TurnstileCheckEnabled, TurnstileSecretKey } = options.current()
  if (TurnstileCheckEnabled)
    await verifyTurnstile(turnstile, TurnstileSecretKey, ip, providerAddresses.turnstile)
}
