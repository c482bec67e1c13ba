import { areEqual } from '../../equal-secrets.ts'
import { AppError } from '../../errors/app-error.ts'
import { type Contract, contract } from '../../http/contract.ts'
import { isDirectLoopback } from '../../http/direct-loopback.ts'
import type { Routes } from '../api-services.ts'
import { createMetrics } from './metrics.ts'

export const healthRoutes: Routes = (app, services) => {
  const { knex, ledger, config } = services
  const metrics = createMetrics(services)

  app.route<Contract<'getAlive'>>({ ...contract('getAlive'), handler: async () => ({ status: 'ok' }) })

  app.route<Contract<'getReady'>>({
    ...contract('getReady'),
    handler: async () => {
      const isWritable = ledger.isReady()
      try {
        await knex.raw('SELECT 1')
      } catch (cause) {
        throw new AppError('storage_unavailable', { cause, retryAfterSeconds: 1 })
      }
      if (!(await isWritable)) throw new AppError('storage_unavailable', { retryAfterSeconds: 1 })
      return { status: 'ok' }
    },
  })

  app.route({
    ...contract('getMetrics'),
    handler: async (request, reply) => {
      const { authorization } = request.headers
      const isAllowed =
        config.metricsToken === undefined
          ? isDirectLoopback(request.raw)
          : areEqual(authorization ?? '', `Bearer ${config.metricsToken}`)
      if (!isAllowed) throw new AppError('metrics_forbidden')
      return reply.type(metrics.contentType).send(await metrics.metrics())
    },
  })
}
