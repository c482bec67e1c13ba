import type { FastifyRequest } from 'fastify'
import type { PasskeyQuestion } from '../../accounts/passkeys/passkey-answers.ts'
import { AppError } from '../../errors/app-error.ts'
import { actorOf } from '../../http/actor.ts'
import type { ApiServices } from '../api-services.ts'
import { relyingParty } from './relying-party.ts'

/** Builds requests for passkeys. A response is only valid for the request for which its challenge was created. */
export const passkeyQuestions = (services: Pick<ApiServices, 'options' | 'config'>) => ({
  /** @throws AppError `passkey_login_disabled` and the errors of {@link relyingParty} */
  signInQuestion(request: FastifyRequest): PasskeyQuestion {
    if (!services.options.current().PasskeyLoginEnabled) throw new AppError('passkey_login_disabled')
    return { purpose: 'sign-in', subject: '', site: relyingParty(services, request), needsVerification: true }
  },

  /** No verification, because the password has been checked before and having the passkey is enough. */
  stepQuestion: (request: FastifyRequest, ticket: string): PasskeyQuestion => ({
    purpose: 'second-factor',
    subject: ticket,
    site: relyingParty(services, request),
    needsVerification: false,
  }),

  proofQuestion: (request: FastifyRequest): PasskeyQuestion => ({
    purpose: 'proof',
    subject: actorOf(request).sessionHash ?? '',
    site: relyingParty(services, request),
    ownerId: actorOf(request).id,
    needsVerification: true,
  }),
})
