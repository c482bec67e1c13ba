import type { FastifyRequest } from 'fastify'
import { deviceName } from '../../accounts/device-name.ts'
import { passkeyAnswers } from '../../accounts/passkeys/passkey-answers.ts'
import { type Passkey, passkeysRepository } from '../../accounts/passkeys/passkeys.repository.ts'
import { signInTickets } from '../../accounts/sign-in-tickets.ts'
import { actorOf } from '../../http/actor.ts'
import { type Contract, contract, type Data } from '../../http/contract.ts'
import { done, ok } from '../../http/envelope.ts'
import { readPaging, toPage } from '../../http/paging.ts'
import { isVisible } from '../../visible-text.ts'
import type { Routes } from '../api-services.ts'
import { sessionCookie } from '../session/begin-session.ts'
import { acceptPasskey, browserOfPasskey } from './accept-passkey.ts'
import { passkeyQuestions } from './passkey-questions.ts'
import { passkeysService } from './passkeys.service.ts'
import { passkeyDomain, relyingParty } from './relying-party.ts'

export const passkeyRoutes: Routes = (app, services) => {
  const { authorOf, addressOf, requestLimits } = services
  const passkeys = passkeysService(services)
  const answers = passkeyAnswers(services.knex, services)
  const cookie = sessionCookie(services)
  const shown = (passkey: Passkey, request: FastifyRequest) =>
    toAnswer(passkey, passkeyDomain(services, request))
  const { signInQuestion, stepQuestion, proofQuestion } = passkeyQuestions(services)

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
    handler: async (request, reply) => {
      const { credential, name: chosen } = request.body
      const name =
        (isVisible(chosen ?? '') && chosen?.trim()) ||
        deviceName(request.headers['user-agent'] ?? '') ||
        'Passkey'
      const site = relyingParty(services, request)
      const { passkey, codes } = await cookie.renewing(request, reply, (renewal) =>
        passkeys.register(authorOf(request), site, { credential, name }, renewal),
      )
      return ok({ passkey: shown(passkey, request), recovery_codes: codes })
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
    handler: async (request, reply) => {
      await cookie.renewing(request, reply, (renewal) =>
        passkeys.remove(authorOf(request), request.params.id, renewal),
      )
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
      const origin = cookie.originOf(request)
      const browser = await browserOfPasskey(services, credential, question, origin.deviceId)
      await requestLimits.takeSignIn(ip, `passkey ${credential.id}`, browser)
      const opened = await acceptPasskey(services, credential, question, {
        ...origin,
        requestId: request.id,
        atMs: services.clock.now(),
      })
      await requestLimits.forgiveSignIn(ip, `passkey ${credential.id}`, browser)
      return cookie.answerSession(request, reply, opened)
    },
  })

  app.route<Contract<'beginPasskeySecondStep'>>({
    ...contract('beginPasskeySecondStep'),
    handler: async (request) => {
      const { ticket } = request.body
      const ownerId = await signInTickets(services.knex, services.secrets).userOf(
        ticket,
        services.clock.now(),
      )
      return ok(await answers.ask({ ...stepQuestion(request, ticket), ownerId }))
    },
  })

  app.route<Contract<'beginPasskeyProof'>>({
    ...contract('beginPasskeyProof'),
    handler: async (request) => ok(await answers.ask(proofQuestion(request))),
  })
}

const toAnswer = (passkey: Passkey, domain: string | undefined): Data<'renamePasskey'> => ({
  id: passkey.id,
  name: passkey.name,
  rp_id: passkey.rpId,
  works_here: passkey.rpId === domain,
  is_backed_up: passkey.isBackedUp,
  created_time: Math.floor(passkey.createdMs / 1000),
  last_used_time: Math.floor(passkey.lastUsedMs / 1000),
})
