import type { SessionRenewal } from '../../accounts/renew-session.ts'
import { actorOf } from '../../http/actor.ts'
import { type Contract, contract, type Data } from '../../http/contract.ts'
import { done, ok } from '../../http/envelope.ts'
import { readPaging, toPage } from '../../http/paging.ts'
import type { Routes } from '../api-services.ts'
import { sessionCookies } from '../session-cookies.ts'
import { checkMayRead } from './ranks.ts'
import { readUser, readUserPage } from './read-users.ts'
import { ServedQuotas } from './served-quotas.ts'
import { userCreditService } from './user-credit.service.ts'
import { userManageService } from './user-manage.service.ts'
import { usersService } from './users.service.ts'

export const userRoutes: Routes = (app, services) => {
  const { knex, authorOf } = services
  const served = new ServedQuotas(services.clock, services.siblings)
  const users = usersService(services, served)
  const manage = userManageService(services)
  const credits = userCreditService(services)
  const cookie = sessionCookies(services)
  const show = (actorId: number, user: Data<'getUser'>): Data<'getUser'> => {
    served.note(actorId, user.id, user.quota)
    return user
  }

  app.route<Contract<'listUsers'>>({
    ...contract('listUsers'),
    handler: async (request) => {
      const { role, status } = request.query
      const paging = readPaging(request.query)
      const { users: rows, total } = await readUserPage(knex, actorOf(request), { role, status }, paging)
      return ok(
        toPage(
          rows.map((each) => show(actorOf(request).id, each)),
          total,
          paging,
        ),
      )
    },
  })

  app.route<Contract<'searchUsers'>>({
    ...contract('searchUsers'),
    handler: async (request) => {
      const { keyword, group, role, status } = request.query
      const paging = readPaging(request.query)
      const filter = { keyword: keyword?.trim(), group, role, status }
      const { users: rows, total } = await readUserPage(knex, actorOf(request), filter, paging)
      return ok(
        toPage(
          rows.map((each) => show(actorOf(request).id, each)),
          total,
          paging,
        ),
      )
    },
  })

  app.route<Contract<'getUser'>>({
    ...contract('getUser'),
    handler: async (request) => {
      const actor = actorOf(request)
      return ok(show(actor.id, await readUser(knex, request.params.id, (user) => checkMayRead(actor, user))))
    },
  })

  app.route<Contract<'createUser'>>({
    ...contract('createUser'),
    handler: async (request) => ok(await users.create(authorOf(request), request.body)),
  })

  app.route<Contract<'updateUser'>>({
    ...contract('updateUser'),
    handler: async (request, reply) => {
      const { id, quota, password } = request.body
      const actor = actorOf(request)
      if (quota !== undefined || password) await services.proofs.demand(actor)
      const update = (renewal?: SessionRenewal) => users.update(authorOf(request), request.body, renewal)
      return ok(await (password && id === actor.id ? cookie.renewing(request, reply, update) : update()))
    },
  })

  app.route<Contract<'manageUser'>>({
    ...contract('manageUser'),
    handler: async (request) => {
      const { id, action } = request.body
      if (action === 'promote' || action === 'demote') await services.proofs.demand(actorOf(request))
      return ok(await manage.act(authorOf(request), id, action))
    },
  })

  app.route<Contract<'deleteUser'>>({
    ...contract('deleteUser'),
    handler: async (request) => {
      await manage.act(authorOf(request), request.params.id, 'delete')
      return done()
    },
  })

  app.route<Contract<'creditUser'>>({
    ...contract('creditUser'),
    handler: async (request, reply) => {
      const given = request.headers['idempotency-key']
      const key = typeof given === 'string' ? given : undefined
      const { booked, isReplay } = await credits.credit(authorOf(request), request.body, key)
      if (isReplay) reply.header('idempotency-replayed', 'true')
      return ok(booked)
    },
  })
}
