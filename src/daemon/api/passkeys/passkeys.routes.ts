import type { FastifyRequest } from 'fastify'
import { deviceName } from '../../accounts/device-name.ts'
import { AppError } from '../../errors/app-error.ts'
import { actorOf, USER_ENABLED } from '../../http/actor.ts'
import { type Contract, contract, type Data } from '../../http/contract.ts'
import { done, ok } from '../../http/envelope.ts'
import { readPaging, toPage } from '../../http/paging.ts'
import type { Routes } from '../api-services.ts'
import { beginSession, sessionCookie } from '../session/begin-session.ts'
import { type PasskeyQuestion, passkeyAnswers } from './passkey-answers.ts'
import { type Passkey, passkeysRepository } from './passkeys.repository.ts'
import { passkeysService } from './passkeys.service.ts'
import { passkeyDomain, relyingParty } from './relying-party.ts'

export const passkeyRoutes: Routes = (app, services) => {
  const { authorOf, addressOf, requestLimits } = services
  const passkeys = passkeysService(services)
  const answers = passkeyAnswers(services)
  const cookie = sessionCookie(services)
  const shown = (passkey: Passkey, request: FastifyRequest) =>
    toAnswer(passkey, passkeyDomain(services, request))
  /** @throws AppError `passkey_login_disabled` and what {@link relyingParty} throws */
  const signInQuestion = (request: FastifyRequest): PasskeyQuestion => {
    if (!services.options.current().PasskeyLoginEnabled) throw new AppError('passkey_login_disabled')
    return { purpose: 'sign-in', subject: '', site: relyingParty(services, request), needsVerification: true }
  }

  app.route<Contract<'listPasskeys'>>({
    ...contract('listPasskeys'),
    handler: async (request) => {
      const paging = readPaging(request.query)
      const found = await passkeysRepository(services.knex).list(actorOf(request).id, paging)
      return ok(
        toPage(
          found.passkeys.map((each) => shown(each, request)),
          found.total,
          paging,
        ),
      )
    },
  })

  app.route<Contract<'beginPasskey'>>({
    ...contract('beginPasskey'),
    handler: async (request) => ok(await passkeys.begin(authorOf(request), relyingParty(services, request))),
  })

  app.route<Contract<'createPasskey'>>({
    ...contract('createPasskey'),
    handler: async (request) => {
      const { credential, name } = request.body
      const made = await passkeys.register(authorOf(request), relyingParty(services, request), {
        credential,
        name: name?.trim() || deviceName(request.headers['user-agent'] ?? '') || 'Passkey',
      })
      return ok(shown(made, request))
    },
  })

  app.route<Contract<'renamePasskey'>>({
    ...contract('renamePasskey'),
    handler: async (request) =>
      ok(
        shown(await passkeys.rename(authorOf(request), request.params.id, request.body.name.trim()), request),
      ),
  })

  app.route<Contract<'deletePasskey'>>({
    ...contract('deletePasskey'),
    handler: async (request) => {
      await passkeys.remove(authorOf(request), request.params.id)
      return done()
    },
  })

  app.route<Contract<'beginPasskeySignIn'>>({
    ...contract('beginPasskeySignIn'),
    handler: async (request) => ok(await answers.ask(signInQuestion(request))),
  })

  app.route<Contract<'signInWithPasskey'>>({
    ...contract('signInWithPasskey'),
    handler: async (request, reply) => {
      const question = signInQuestion(request)
      const { credential } = request.body
      const ip = addressOf(request)
      await requestLimits.takeSignIn(ip, `passkey ${credential.id}`)
      const user = await answers.accept(credential, question, { ip, requestId: request.id })
      await requestLimits.forgiveSignIn(ip, `passkey ${credential.id}`)
      if (user.status !== USER_ENABLED || user.deletedTime !== undefined) throw new AppError('user_banned')
      const origin = cookie.originOf(request)
      const sessionId = await services.knex.transaction((trx) => beginSession(trx, services, user.id, origin))
      if (origin.formerSessionHash !== undefined) await services.changes.changed('session', user.id)
      return cookie.answerSession(request, reply, { user, sessionId })
    },
  })
}

const toAnswer = (passkey: Passkey, domain: string | undefined): Data<'createPasskey'> => ({
  id: passkey.id,
  name: passkey.name,
  rp_id: passkey.rpId,
  works_here: passkey.rpId === domain,
  is_backed_up: passkey.isBackedUp,
  created_time: Math.floor(passkey.createdMs / 1000),
  last_used_time: Math.floor(passkey.lastUsedMs / 1000),
})
