import { actorOf } from '../../plugins/actor.ts'
import { type Contract, contract } from '../../plugins/contract.ts'
import { ok } from '../../plugins/envelope.ts'
import { readPaging } from '../../plugins/paging.ts'
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
