import { actorOf } from '../../http/actor.ts'
import { type Contract, contract } from '../../http/contract.ts'
import { ok } from '../../http/envelope.ts'
import type { Routes } from '../api-services.ts'
import { centsText, quoteTopup } from './quote-topup.ts'

export const topupRoutes: Routes = (app, { options }) => {
  app.route<Contract<'quoteTopup'>>({
    ...contract('quoteTopup'),
    handler: async (request) => {
      const { cents } = quoteTopup(request.body.amount, actorOf(request).group, options.current())
      // Clients of this call look for this word.
      return { ...ok(centsText(cents)), message: 'success' }
    },
  })
}
