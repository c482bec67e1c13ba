import { unixSeconds } from '../../clock.ts'
import { AppError } from '../../errors/app-error.ts'
import { type Contract, contract } from '../../http/contract.ts'
import { done, ok } from '../../http/envelope.ts'
import type { Routes } from '../api-services.ts'
import { redeemCode } from './redeem-code.ts'
import { redemptionStats } from './redemption-stats.ts'
import { redemptionsService } from './redemptions.service.ts'

export const redemptionRoutes: Routes = (app, services) => {
  const { authorOf } = services
  const redemptions = redemptionsService(services)

  app.route<Contract<'listRedemptions'>>({
    ...contract('listRedemptions'),
    handler: async ({ query }) => ok(await redemptions.list(query)),
  })
  app.route<Contract<'searchRedemptions'>>({
    ...contract('searchRedemptions'),
    handler: async ({ query }) => ok(await redemptions.list(query)),
  })
  app.route<Contract<'getRedemptionStats'>>({
    ...contract('getRedemptionStats'),
    handler: async ({ query }) =>
      ok(await redemptionStats(services.knex, query.name?.trim() || undefined, unixSeconds(services.clock))),
  })
  app.route<Contract<'getRedemption'>>({
    ...contract('getRedemption'),
    handler: async ({ params }) => ok(await redemptions.get(params.id)),
  })
  app.route<Contract<'createRedemptions'>>({
    ...contract('createRedemptions'),
    handler: async (request) => ok(await redemptions.create(request.body, authorOf(request))),
  })
  app.route<Contract<'updateRedemption'>>({
    ...contract('updateRedemption'),
    handler: async (request) => {
      const { id, status, ...fields } = request.body
      const author = authorOf(request)
      if (!request.query.status_only) return ok(await redemptions.update(id, fields, author))
      if (status === undefined)
        throw new AppError('invalid_request', { field: 'status', values: { field: 'status', problem: '' } })
      return ok(await redemptions.setStatus(id, status, author))
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
