import type { FastifyRequest } from 'fastify'
import { actorOf } from '../../http/actor.ts'
import { type Contract, contract } from '../../http/contract.ts'
import { ok } from '../../http/envelope.ts'
import { languageOf } from '../../http/language-of.ts'
import type { Routes } from '../api-services.ts'
import { findTokenOwner } from '../token-owner.ts'
import { archiveLogs } from './archive-logs.ts'
import { clearLogs } from './clear-logs.ts'
import { explainRequest } from './explain-request.ts'
import { logsService } from './logs.service.ts'

export const logRoutes: Routes = (app, services) => {
  const all = (request: FastifyRequest) => logsService(services, languageOf(request))
  const own = (request: FastifyRequest) => logsService(services, languageOf(request), actorOf(request).id)

  app.route<Contract<'listLogs'>>({
    ...contract('listLogs'),
    handler: async (request) => ok(await all(request).list(request.query)),
  })
  app.route<Contract<'searchLogs'>>({
    ...contract('searchLogs'),
    handler: async (request) => ok(await all(request).list(request.query)),
  })
  app.route<Contract<'archiveLogs'>>({
    ...contract('archiveLogs'),
    handler: async (request) => ok(await archiveLogs(services, request.query, languageOf(request))),
  })
  app.route<Contract<'getLogStat'>>({
    ...contract('getLogStat'),
    handler: async (request) => ok(await all(request).stat(request.query)),
  })
  app.route<Contract<'listOwnLogs'>>({
    ...contract('listOwnLogs'),
    handler: async (request) => ok(await own(request).list(request.query)),
  })
  app.route<Contract<'searchOwnLogs'>>({
    ...contract('searchOwnLogs'),
    handler: async (request) => ok(await own(request).list(request.query)),
  })
  app.route<Contract<'getOwnLogStat'>>({
    ...contract('getOwnLogStat'),
    handler: async (request) => ok(await own(request).stat(request.query)),
  })
  app.route<Contract<'getLogSeries'>>({
    ...contract('getLogSeries'),
    handler: async (request) => ok(await all(request).series(request.query)),
  })
  app.route<Contract<'getOwnLogSeries'>>({
    ...contract('getOwnLogSeries'),
    handler: async (request) => ok(await own(request).series(request.query)),
  })
  app.route<Contract<'listTokenLogs'>>({
    ...contract('listTokenLogs'),
    handler: async (request) => {
      const { tokenId, userId } = await findTokenOwner(services, request)
      return ok(await logsService(services, languageOf(request), userId).listOfToken(tokenId, request.query))
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
      ok(await explainRequest(services, request.params.request_id, actorOf(request), languageOf(request))),
  })
}
