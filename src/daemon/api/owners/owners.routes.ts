import { type Contract, contract } from '../../http/contract.ts'
import { done, ok } from '../../http/envelope.ts'
import type { Routes } from '../api-services.ts'
import { fingerprintSecrets } from './fingerprint-secrets.ts'
import { ownersService } from './owners.service.ts'

export const ownerRoutes: Routes = (app, services) => {
  const { authorOf } = services
  const owners = ownersService(services)

  app.route<Contract<'listOwners'>>({
    ...contract('listOwners'),
    handler: async ({ query }) => ok(await owners.list(query)),
  })
  app.route<Contract<'setOwner'>>({
    ...contract('setOwner'),
    handler: async (request) => ok(await owners.set(request.body, authorOf(request))),
  })
  app.route<Contract<'removeOwner'>>({
    ...contract('removeOwner'),
    handler: async (request) => {
      const { kind, ref } = request.query
      await owners.remove(kind, ref, authorOf(request))
      return done()
    },
  })
  app.route<Contract<'fingerprintSecrets'>>({
    ...contract('fingerprintSecrets'),
    handler: async (request) => ok(await fingerprintSecrets(services, request.body, authorOf(request))),
  })
}
