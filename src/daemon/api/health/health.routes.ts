import { createHash, timingSafeEqual } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { AppError } from '../../errors/app-error.ts'
import { type Contract, contract } from '../../http/contract.ts'
import type { Routes } from '../api-services.ts'
import { createMetrics } from './metrics.ts'

export const healthRoutes: Routes = (app, services) => {
  const { knex, config } = services
  const metrics = createMetrics(services)

  app.route<Contract<'getAlive'>>({ ...contract('getAlive'), handler: async () => ({ status: 'ok' }) })

  app.route<Contract<'getReady'>>({
    ...contract('getReady'),
    handler: async () => {
      try {
        await knex.raw('SELECT 1')
      } catch (cause) {
        throw new AppError('storage_unavailable', { cause, retryAfterSeconds: 1 })
      }
      return { status: 'ok' }
    },
  })

  app.route({
    ...contract('getMetrics'),
    handler: async (request, reply) => {
      const { authorization } = request.headers
      const isAllowed =
        config.metricsToken === undefined
          ? isLoopback(request.socket.remoteAddress)
          : isEqual(authorization ?? '', `Bearer ${config.metricsToken}`)
      if (!isAllowed) throw new AppError('metrics_forbidden')
      return reply.type(metrics.contentType).send(await metrics.metrics())
    },
  })
}

/** The peer itself, never a forwarding header: those can be written by anybody. */
const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'

/** Compares in constant time, whatever the lengths. */
const isEqual = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
