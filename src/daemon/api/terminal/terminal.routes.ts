import { type Contract, contract } from '../../http/contract.ts'
import { ok } from '../../http/envelope.ts'
import type { Routes } from '../api-services.ts'
import { terminalService } from './terminal.service.ts'

export const terminalRoutes: Routes = (app, services) => {
  const terminals = terminalService(services)

  app.route<Contract<'allowTerminal'>>({
    ...contract('allowTerminal'),
    handler: async (request) => ok(await terminals.allow(services.authorOf(request), request.body)),
  })

  app.route<Contract<'signInTerminal'>>({
    ...contract('signInTerminal'),
    handler: async (request) =>
      ok(await terminals.signIn(request.body, { ip: services.addressOf(request), requestId: request.id })),
  })
}
