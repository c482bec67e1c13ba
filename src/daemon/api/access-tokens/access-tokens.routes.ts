import { actorOf } from '../../http/actor.ts'
import { type Contract, contract } from '../../http/contract.ts'
import { done, ok } from '../../http/envelope.ts'
import { readPaging, toPage } from '../../http/paging.ts'
import type { Routes } from '../api-services.ts'
import { accessTokensRepository } from './access-tokens.repository.ts'
import { accessTokensService } from './access-tokens.service.ts'

export const accessTokenRoutes: Routes = (app, services) => {
  const service = accessTokensService(services)
  const { authorOf } = services

  app.route<Contract<'listAccessTokens'>>({
    ...contract('listAccessTokens'),
    handler: async (request) => {
      const paging = readPaging(request.query)
      const { tokens, total } = await accessTokensRepository(services.knex).list(actorOf(request).id, paging)
      const items = tokens.map((token) => ({
        id: token.id,
        name: token.name,
        hint: token.hint,
        scopes: token.scopes,
        created_time: token.createdTime,
        expires_time: token.expiresTime,
        last_used_time: token.lastUsedTime,
        is_system: token.isSystem,
      }))
      return ok(toPage(items, total, paging))
    },
  })

  app.route<Contract<'createAccessToken'>>({
    ...contract('createAccessToken'),
    handler: async (request) =>
      ok(await service.create(authorOf(request), actorOf(request).scopes, request.body)),
  })

  app.route<Contract<'deleteAccessToken'>>({
    ...contract('deleteAccessToken'),
    handler: async (request) => {
      await service.remove(authorOf(request), request.params.id)
      return done()
    },
  })
}
