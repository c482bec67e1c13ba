import { type Contract, contract } from '../../http/contract.ts'
import { done, ok } from '../../http/envelope.ts'
import type { Routes } from '../api-services.ts'
import { setupService } from './setup.service.ts'

export const setupRoutes: Routes = (app, services) => {
  const setup = setupService(services)

  app.route<Contract<'getSetup'>>({
    ...contract('getSetup'),
    handler: async () => ok(await setup.read()),
  })

  app.route<Contract<'postSetup'>>({
    ...contract('postSetup'),
    handler: async (request) => {
      await setup.run(request.body, services.addressOf(request), request.id)
      return done()
    },
  })
}
