import { actorOf } from '../../plugins/actor.ts'
import { type Contract, contract } from '../../plugins/contract.ts'
import { ok } from '../../plugins/envelope.ts'
import type { Routes } from '../api-services.ts'
import { dataService } from './data.service.ts'

export const dataRoutes: Routes = (app, services) => {
  const data = dataService(services)

  app.route<Contract<'listHourlyStats'>>({
    ...contract('listHourlyStats'),
    handler: async ({ query }) => ok(await data.listAll(query)),
  })
  app.route<Contract<'listOwnHourlyStats'>>({
    ...contract('listOwnHourlyStats'),
    handler: async (request) => ok(await data.listOwn(actorOf(request), request.query)),
  })
}
