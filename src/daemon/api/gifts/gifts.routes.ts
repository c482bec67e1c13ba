import { actorOf } from '../../http/actor.ts'
import { type Contract, contract } from '../../http/contract.ts'
import { ok } from '../../http/envelope.ts'
import type { Routes } from '../api-services.ts'
import { checkInService } from './check-in.service.ts'
import { transferToBalance } from './transfer-earnings.ts'

export const giftRoutes: Routes = (app, services) => {
  const checkIns = checkInService(services)

  app.route<Contract<'getCheckInStatus'>>({
    ...contract('getCheckInStatus'),
    handler: async (request) => ok(await checkIns.status(actorOf(request).id)),
  })
  app.route<Contract<'checkIn'>>({
    ...contract('checkIn'),
    handler: async (request) => ok({ quota: await checkIns.checkIn(services.authorOf(request)) }),
  })
  app.route<Contract<'transferAffQuota'>>({
    ...contract('transferAffQuota'),
    handler: async (request) =>
      ok(await transferToBalance(services, request.body.quota, services.authorOf(request))),
  })
}
