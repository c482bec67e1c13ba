import type { FastifyInstance, FastifyRequest } from 'fastify'
import { useEntrance } from '../relay/entrance.ts'
import { checkHops } from '../relay/inbound/hops.ts'
import { platformRoutes } from './platform-routes.ts'
import type { TaskRouteDeps } from './run-submission.ts'

/** Where clients hand in tasks and ask for them, in the protocols of each platform, through the entrance of the relay. */
export async function taskRoutes(
  app: FastifyInstance,
  { deps }: { readonly deps: TaskRouteDeps },
): Promise<void> {
  useEntrance(app, deps)
  const checkReady = async (request: FastifyRequest) => {
    const notReady = deps.isReady()
    if (notReady) throw notReady
    checkHops(request.headers, deps.instanceId)
  }
  for (const routes of platformRoutes) routes(app, { ...deps, checkReady })
}
