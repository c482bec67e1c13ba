import { actorOf } from '../../http/actor.ts'
import { type Contract, contract } from '../../http/contract.ts'
import { languageOf } from '../../http/language-of.ts'
import type { Routes } from '../api-services.ts'
import { readFeedFilter } from './feed-filter.ts'
import { createLiveFeed } from './live-feed.ts'

export const eventRoutes: Routes = (app, services) => {
  const feed = createLiveFeed(services)
  app.addHook('preClose', () => feed.close())

  app.route<Contract<'followEvents'>>({
    ...contract('followEvents'),
    // A response to HEAD would never end.
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { query, headers } = request
      const actor = actorOf(request)
      const response = reply.raw
      await feed.open({
        response,
        actor,
        headers,
        filter: await readFeedFilter(services.knex, query, actor),
        language: languageOf(request),
        // Browsers may send an empty header, which means no resume ID.
        resumeId: [headers['last-event-id']].flat()[0] || query.last_event_id || undefined,
        back: query.back ?? 0,
        begin() {
          reply.hijack()
          for (const [name, value] of Object.entries(reply.getHeaders()))
            if (value !== undefined) response.setHeader(name, value)
          response.writeHead(200, {
            'content-type': 'text/event-stream; charset=utf-8',
            'x-accel-buffering': 'no',
          })
          response.flushHeaders()
        },
      })
    },
  })
}
