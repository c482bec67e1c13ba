import { createHash } from 'node:crypto'
import { type Contract, contract, type Data } from '../../http/contract.ts'
import { ok } from '../../http/envelope.ts'
import type { Routes } from '../api-services.ts'
import { toStatus } from './status.service.ts'

export const statusRoutes: Routes = (app, { options, setup, version, startTime }) => {
  let made: { readonly key: string; readonly status: Data<'getStatus'>; readonly etag: string } | undefined

  app.route({
    ...contract('getStatus'),
    handler: async (request, reply) => {
      const isSetUp = await setup.isDone()
      // Computed once per state of the settings, because every page of every visitor requests it.
      const key = `${options.version()}:${isSetUp}`
      if (made?.key !== key) {
        const status = toStatus(options.current(), { version, startTime, isSetUp })
        const hash = createHash('sha256').update(JSON.stringify(status)).digest('base64url')
        made = { key, status, etag: `"${hash.slice(0, 22)}"` }
      }
      reply.header('etag', made.etag).header('cache-control', 'no-cache')
      if (request.headers['if-none-match'] === made.etag) return reply.code(304).send()
      return ok(made.status)
    },
  })

  const texts = {
    getNotice: () => options.current().Notice,
    getAbout: () => options.current().About,
    getHomePageContent: () => options.current().HomePageContent,
  } as const
  for (const id of ['getNotice', 'getAbout', 'getHomePageContent'] as const)
    app.route<Contract<typeof id>>({ ...contract(id), handler: async () => ok(texts[id]()) })
}
