import { actorOf } from '../../http/actor.ts'
import { type Contract, contract } from '../../http/contract.ts'
import { ok } from '../../http/envelope.ts'
import type { Routes } from '../api-services.ts'
import { findTokenOwner } from '../token-owner.ts'
import { clearLogs } from './clear-logs.ts'
import { explainRequest } from './explain-request.ts'
import { logsService } from './logs.service.ts'

export const logRoutes: Routes = (app, services) => {
  const all = logsService(services)

  app.route<Contract<'listLogs'>>({
    ...contract('listLogs'),
    handler: async ({ query }) => ok(await all.list(query)),
  })
  app.route<Contract<'searchLogs'>>({
    ...contract('searchLogs'),
    handler: async ({ query }) => ok(await all.list(query)),
  })
  app.route<Contract<'getLogStat'>>({
    ...contract('getLogStat'),
    handler: async ({ query }) => ok(await all.stat(query)),
  })
  app.route<Contract<'listOwnLogs'>>({
    ...contract('listOwnLogs'),
    handler: async (request) => ok(await logsService(services, actorOf(request).id).list(request.query)),
  })
  app.route<Contract<'searchOwnLogs'>>({
    ...contract('searchOwnLogs'),
    handler: async (request) => ok(await logsService(services, actorOf(request).id).list(request.query)),
  })
  app.route<Contract<'getOwnLogStat'>>({
    ...contract('getOwnLogStat'),
    handler: async (request) => ok(await logsService(services, actorOf(request).id).stat(request.query)),
  })
  app.route<Contract<'getLogSeries'>>({
    ...contract('getLogSeries'),
    handler: async ({ query }) => ok(await all.series(query)),
  })
  app.route<Contract<'getOwnLogSeries'>>({
    ...contract('getOwnLogSeries'),
    handler: async (request) => ok(await logsService(services, actorOf(request).id).series(request.query)),
  })
  app.route<Contract<'listTokenLogs'>>({
    ...contract('listTokenLogs'),
    handler: async ({ headers, query }) => {
      const { tokenId, userId } = await findTokenOwner(services, headers)
      return ok(await logsService(services, userId).listOfToken(tokenId, query))
    },
  })
  app.route<Contract<'clearLogs'>>({
    ...contract('clearLogs'),
    handler: async (request) =>
      ok(await clearLogs(services, request.query.target_timestamp, services.authorOf(request))),
  })
  app.route<Contract<'explainRequest'>>({
    ...contract('explainRequest'),
    handler: async (request) =>
      ok(await explainRequest(services, request.params.request_id, actorOf(request))),
  })
}
