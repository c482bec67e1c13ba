import { type Contract, contract } from '../../http/contract.ts'
import { done, ok } from '../../http/envelope.ts'
import { languageOf } from '../../http/language-of.ts'
import type { Routes } from '../api-services.ts'
import { sessionCookies } from '../session-cookies.ts'
import { bindEmail } from './bind-email.ts'
import { changeSetting } from './change-setting.ts'

/** Routes for personal settings, except for names and passwords. */
export const ownAccountRoutes: Routes = (app, services) => {
  const { authorOf } = services
  const cookie = sessionCookies(services)

  app.route<Contract<'updateSetting'>>({
    ...contract('updateSetting'),
    handler: async (request) =>
      ok(await changeSetting(services, authorOf(request), request.body, languageOf(request))),
  })

  app.route<Contract<'bindEmail'>>({
    ...contract('bindEmail'),
    handler: async (request, reply) => {
      const { email, code } = request.query
      await cookie.renewing(request, reply, (renewal) =>
        bindEmail(services, authorOf(request), { email, code }, languageOf(request), renewal),
      )
      return done()
    },
  })
}
