import { AppError } from '../../errors/app-error.ts'
import { problems } from '../../errors/validation-phrases.ts'
import { actorOf } from '../../http/actor.ts'
import { type Contract, contract } from '../../http/contract.ts'
import { done, ok } from '../../http/envelope.ts'
import { languageOf } from '../../http/language-of.ts'
import type { Routes } from '../api-services.ts'
import { changeToken } from './change-token.ts'
import { createTokens } from './create-tokens.ts'
import { endFormerKey, rotateKey } from './rotate-key.ts'
import { tokensService } from './tokens.service.ts'

export const tokenRoutes: Routes = (app, services) => {
  const { authorOf } = services

  app.route<Contract<'listTokens'>>({
    ...contract('listTokens'),
    handler: async (request) => ok(await tokensService(services, actorOf(request)).list(request.query)),
  })
  app.route<Contract<'searchTokens'>>({
    ...contract('searchTokens'),
    handler: async (request) => ok(await tokensService(services, actorOf(request)).search(request.query)),
  })
  app.route<Contract<'getToken'>>({
    ...contract('getToken'),
    handler: async (request) => {
      const reader = await services.proofs.readerOf(actorOf(request), request.query.show_key === true)
      return ok(await tokensService(services, reader).get(request.params.id))
    },
  })
  app.route<Contract<'createToken'>>({
    ...contract('createToken'),
    handler: async (request) =>
      ok(await tokensService(services, actorOf(request)).create(request.body, authorOf(request))),
  })
  app.route<Contract<'createTokens'>>({
    ...contract('createTokens'),
    handler: async (request) => {
      const by = { author: authorOf(request), language: languageOf(request) }
      return ok(await createTokens(services, actorOf(request), request.body, by))
    },
  })
  app.route<Contract<'updateToken'>>({
    ...contract('updateToken'),
    handler: async (request) => {
      const { id, ...fields } = request.body
      const update = request.query.status_only ? { status: readStatus(fields.status) } : fields
      return ok(
        await changeToken(services, { actor: actorOf(request), author: authorOf(request) }, id, update),
      )
    },
  })
  app.route<Contract<'deleteToken'>>({
    ...contract('deleteToken'),
    handler: async (request) => {
      await tokensService(services, actorOf(request)).remove(request.params.id, authorOf(request))
      return done()
    },
  })
  app.route<Contract<'rotateToken'>>({
    ...contract('rotateToken'),
    handler: async (request) => {
      const asking = { actor: actorOf(request), author: authorOf(request) }
      return ok(await rotateKey(services, asking, request.params.id, request.query.overlap_seconds ?? 0))
    },
  })
  app.route<Contract<'endFormerKey'>>({
    ...contract('endFormerKey'),
    handler: async (request) => {
      const asking = { actor: actorOf(request), author: authorOf(request) }
      return ok(await endFormerKey(services, asking, request.params.id))
    },
  })
  app.route<Contract<'deleteTokens'>>({
    ...contract('deleteTokens'),
    handler: async (request) =>
      ok(
        await tokensService(services, actorOf(request)).removeMany(request.body.ids ?? [], authorOf(request)),
      ),
  })
}

function readStatus(status: number | undefined): number {
  if (status === undefined)
    throw new AppError('invalid_request', {
      field: 'status',
      values: { field: 'status', problem: problems.missing },
    })
  return status
}
