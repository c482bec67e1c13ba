import { type Contract, contract } from '../../http/contract.ts'
import { isDirectLoopback } from '../../http/direct-loopback.ts'
import { done, ok } from '../../http/envelope.ts'
import type { Routes } from '../api-services.ts'
import { setupService } from './setup.service.ts'

export const setupRoutes: Routes = (app, services) => {
  const setup = setupService(services)

  app.route<Contract<'getSetup'>>({
    ...contract('getSetup'),
    handler: async (request) => ok(await setup.read(isDirectLoopback(request.raw))),
  })

  app.route<Contract<'postSetup'>>({
    ...contract('postSetup'),
    handler: async (request) => {
      await setup.run(request.body, {
        isOnMachine: isDirectLoopback(request.raw),
        ip: services.addressOf(request),
        requestId: request.id,
      })
      return done()
    },
  })
}
