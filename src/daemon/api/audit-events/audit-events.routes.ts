import { actorOf, ROLE } from '../../http/actor.ts'
import { type Contract, contract } from '../../http/contract.ts'
import { ok } from '../../http/envelope.ts'
import { readPaging, toPage } from '../../http/paging.ts'
import type { Routes } from '../api-services.ts'
import { auditEventsRepository } from './audit-events.repository.ts'
import { hideIdentities } from './hide-identities.ts'

export const auditEventRoutes: Routes = (app, { knex }) => {
  app.route<Contract<'listAuditEvents'>>({
    ...contract('listAuditEvents'),
    handler: async (request) => {
      const { query } = request
      const paging = readPaging(query)
      const { rows, total } = await auditEventsRepository(knex).list(
        {
          actorId: query.actor_id,
          actorName: query.actor_name,
          keyword: query.keyword,
          // Otherwise a search could reveal what the response masks.
          isOfAccountsToo: actorOf(request).role === ROLE.root,
          action: query.action,
          targetKind: query.target_kind,
          targetId: query.target_id,
          fromMs: query.start_timestamp === undefined ? undefined : query.start_timestamp * 1000,
          // Includes all of that second.
          untilMs: query.end_timestamp === undefined ? undefined : query.end_timestamp * 1000 + 999,
        },
        paging,
      )
      return ok(toPage(await hideIdentities(knex, actorOf(request), rows), total, paging))
    },
  })
}
