import { type Contract, contract } from '../../http/contract.ts'
import { done, ok } from '../../http/envelope.ts'
import { languageOf } from '../../http/language-of.ts'
import type { Routes } from '../api-services.ts'
import { visitors } from '../visitor.ts'
import { passwordResetService } from './password-reset.service.ts'

export const passwordResetRoutes: Routes = (app, services) => {
  const resets = passwordResetService(services)
  const visitorOf = visitors(services)

  app.route<Contract<'requestPasswordReset'>>({
    ...contract('requestPasswordReset'),
    handler: async (request) => {
      const { email, turnstile } = request.query
      await resets.sendLink(email, visitorOf(request, turnstile), languageOf(request))
      return done()
    },
  })

  app.route<Contract<'resetPassword'>>({
    ...contract('resetPassword'),
    handler: async (request) => ok(await resets.reset(request.body, visitorOf(request))),
  })
}
