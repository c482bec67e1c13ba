import type { FastifyRequest } from 'fastify'
import { unixSeconds } from '../../clock.ts'
import { AppError } from '../../errors/app-error.ts'
import { problems } from '../../errors/validation-phrases.ts'
import { actorOf } from '../../http/actor.ts'
import { type Contract, contract } from '../../http/contract.ts'
import { done, ok } from '../../http/envelope.ts'
import { languageOf } from '../../http/language-of.ts'
import { type KeyReader, maskKey, maySeeKeys } from '../../http/show-keys.ts'
import type { Routes } from '../api-services.ts'
import { fillRedemptions } from './fill-redemptions.ts'
import { redeemCode } from './redeem-code.ts'
import type { RedemptionAnswer } from './redemption-answer.ts'
import { redemptionStats } from './redemption-stats.ts'
import { type ListQuery, redemptionsService } from './redemptions.service.ts'

export const redemptionRoutes: Routes = (app, services) => {
  const { authorOf } = services
  const redemptions = redemptionsService(services)

  /**
   * Masks the key of a code, unless the reader may see keys. Codes are as good as money, so this takes more than
   * permission to read.
   */
  const shownTo = (request: FastifyRequest, code: RedemptionAnswer, reader: KeyReader = actorOf(request)) =>
    maySeeKeys(reader, services.clock) ? code : { ...code, key: maskKey(code.key) }
  const listFor = async (request: FastifyRequest, query: ListQuery) => {
    const page = await redemptions.list(query)
    return { ...page, items: page.items.map((code) => shownTo(request, code)) }
  }

  app.route<Contract<'listRedemptions'>>({
    ...contract('listRedemptions'),
    handler: async (request) => ok(await listFor(request, request.query)),
  })
  app.route<Contract<'searchRedemptions'>>({
    ...contract('searchRedemptions'),
    handler: async (request) => ok(await listFor(request, request.query)),
  })
  app.route<Contract<'getRedemptionStats'>>({
    ...contract('getRedemptionStats'),
    handler: async ({ query }) =>
      ok(await redemptionStats(services.knex, query.name?.trim() || undefined, unixSeconds(services.clock))),
  })
  app.route<Contract<'getRedemption'>>({
    ...contract('getRedemption'),
    handler: async (request) => {
      const reader = await services.proofs.readerOf(actorOf(request), request.query.show_key === true)
      return ok(shownTo(request, await redemptions.get(request.params.id), reader))
    },
  })
  app.route<Contract<'createRedemptions'>>({
    ...contract('createRedemptions'),
    handler: async (request) => ok(await redemptions.create(request.body, authorOf(request))),
  })
  app.route<Contract<'fillRedemptions'>>({
    ...contract('fillRedemptions'),
    handler: async (request) => {
      const by = { author: authorOf(request), language: languageOf(request) }
      return ok(await fillRedemptions(services, actorOf(request), request.body, by))
    },
  })
  app.route<Contract<'updateRedemption'>>({
    ...contract('updateRedemption'),
    handler: async (request) => {
      const { id, status, ...fields } = request.body
      const author = authorOf(request)
      if (!request.query.status_only)
        return ok(shownTo(request, await redemptions.update(id, fields, author)))
      if (status === undefined)
        throw new AppError('invalid_request', {
          field: 'status',
          values: { field: 'status', problem: problems.missing },
        })
      return ok(shownTo(request, await redemptions.setStatus(id, status, author)))
    },
  })
  app.route<Contract<'deleteRedemption'>>({
    ...contract('deleteRedemption'),
    handler: async (request) => {
      await redemptions.remove(request.params.id, authorOf(request))
      return done()
    },
  })
  app.route<Contract<'disableRedemptions'>>({
    ...contract('disableRedemptions'),
    handler: async (request) => ok(await redemptions.disable(request.body.ids, authorOf(request))),
  })
  app.route<Contract<'deleteDisabledRedemptions'>>({
    ...contract('deleteDisabledRedemptions'),
    handler: async (request) => ok(await redemptions.removeDisabled(authorOf(request))),
  })
  app.route<Contract<'countRedemptionsByName'>>({
    ...contract('countRedemptionsByName'),
    handler: async ({ query }) => ok(await redemptions.countByName(query.name)),
  })
  app.route<Contract<'deleteRedemptionsByName'>>({
    ...contract('deleteRedemptionsByName'),
    handler: async (request) => ok(await redemptions.removeByName(request.query.name, authorOf(request))),
  })
  app.route<Contract<'redeemCode'>>({
    ...contract('redeemCode'),
    handler: async (request) => ok(await redeemCode(services, request.body.key, authorOf(request))),
  })
}
