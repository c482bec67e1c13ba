import { actorOf } from '../../http/actor.ts'
import { type Contract, contract } from '../../http/contract.ts'
import { ok } from '../../http/envelope.ts'
import { readPaging } from '../../http/paging.ts'
import type { Routes } from '../api-services.ts'
import { entriesService } from './entries.service.ts'

export const entryRoutes: Routes = (app, { knex }) => {
  app.route<Contract<'listOwnEntries'>>({
    ...contract('listOwnEntries'),
    handler: async (request) =>
      ok(
        await entriesService(knex, actorOf(request).id).list(
          request.query.of ?? 'all',
          readPaging(request.query),
        ),
      ),
  })
  app.route<Contract<'getOwnBalance'>>({
    ...contract('getOwnBalance'),
    handler: async (request) => ok(await entriesService(knex, actorOf(request).id).balance()),
  })
}
