import { actorOf } from '../../http/actor.ts'
import { type Contract, contract } from '../../http/contract.ts'
import { ok } from '../../http/envelope.ts'
import { modelsOf } from '../../relay/route/snapshot.ts'
import type { Routes } from '../api-services.ts'
import { usableGroups } from '../groups/groups.service.ts'
import { modelsByType } from './models-by-type.ts'

export const modelRoutes: Routes = (app, { snapshot }) => {
  app.route<Contract<'listModels'>>({
    ...contract('listModels'),
    handler: async () => ok(modelsByType),
  })
  app.route<Contract<'listOwnModels'>>({
    ...contract('listOwnModels'),
    handler: async (request) => {
      const { routes, options } = snapshot()
      const groups = usableGroups(options, actorOf(request).group)
      return ok([...new Set(groups.flatMap(({ name }) => modelsOf(routes, name)))].sort())
    },
  })
}
