import { actorOf } from '../../http/actor.ts'
import { type Contract, contract } from '../../http/contract.ts'
import { ok } from '../../http/envelope.ts'
import type { Routes } from '../api-services.ts'
import { dataService } from './data.service.ts'
import { hourlyStatsRepository } from './hourly-stats.repository.ts'
import { readUsageOverview } from './usage-overview.ts'

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

  app.route<Contract<'getUsageOverview'>>({
    ...contract('getUsageOverview'),
    handler: async ({ query }) => {
      const username = query.username?.trim() ?? ''
      // No user has the id 0, so an unknown name has no usage.
      const userId =
        username === '' ? undefined : ((await hourlyStatsRepository(services.knex).findUser(username)) ?? 0)
      return ok(await readUsageOverview(services, userId, query))
    },
  })
  app.route<Contract<'getOwnUsageOverview'>>({
    ...contract('getOwnUsageOverview'),
    handler: async (request) => ok(await readUsageOverview(services, actorOf(request).id, request.query)),
  })
}
