import { setTimeout as delay } from 'node:timers/promises'
import { areEqual } from '../../equal-secrets.ts'
import { AppError } from '../../errors/app-error.ts'
import { type Contract, contract } from '../../http/contract.ts'
import { isDirectLoopback } from '../../http/direct-loopback.ts'
import type { Services } from '../../services.ts'
import type { Routes } from '../api-services.ts'
import { createMetrics } from './metrics.ts'

/** A database that hangs may keep a query for half a minute. Nobody who asks whether the daemon is ready waits that long. */
const READY_MS = 2_000

export const healthRoutes: Routes = (app, services) => {
  const { config, log } = services
  const metrics = createMetrics(services)
  /** Whether the last answer was that the daemon is ready. Probes come every few seconds, so only changes are logged. */
  let wasReady = true
  const askAll = services.siblings.gather('ready', () =>
    Promise.race([
      isReady(services).catch((error: unknown) => {
        log[wasReady ? 'warn' : 'debug']({ err: error }, 'the store does not answer')
        return false
      }),
      delay(READY_MS, false, { ref: false }),
    ]),
  )

  app.route<Contract<'getAlive'>>({ ...contract('getAlive'), handler: async () => ({ status: 'ok' }) })

  app.route<Contract<'getReady'>>({
    ...contract('getReady'),
    handler: async () => {
      // Any of the workers may get the next request, so all must be ready.
      const answers = await askAll()
      const isLogged = !wasReady
      wasReady = !(answers.includes(false) || answers.includes(undefined))
      if (!wasReady) throw new AppError('storage_unavailable', { retryAfterSeconds: 1, isLogged })
      if (isLogged) log.info('ready again')
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
      return reply.type(metrics.contentType).send(await metrics.text())
    },
  })
}

/** Reports whether this process could admit a request. @throws the database's error if it does not respond */
async function isReady({ knex, ledger }: Pick<Services, 'knex' | 'ledger'>): Promise<boolean> {
  const isWritable = ledger.isReady()
  await knex.raw('SELECT 1')
  return isWritable
}
