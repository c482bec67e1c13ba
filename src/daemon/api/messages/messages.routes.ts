import { actorOf } from '../../http/actor.ts'
import { type Contract, contract } from '../../http/contract.ts'
import { done, ok } from '../../http/envelope.ts'
import type { Routes } from '../api-services.ts'
import { inboxService } from './inbox.service.ts'
import { messagesService } from './messages.service.ts'

export const messageRoutes: Routes = (app, services) => {
  const { authorOf } = services
  const inbox = inboxService(services)
  const messages = messagesService(services)

  app.route<Contract<'listInboxMessages'>>({
    ...contract('listInboxMessages'),
    handler: async (request) => ok(await inbox.list(actorOf(request).id, request.query)),
  })
  app.route<Contract<'countUnreadMessages'>>({
    ...contract('countUnreadMessages'),
    handler: async (request) => ok({ unread_count: await inbox.countUnread(actorOf(request).id) }),
  })
  app.route<Contract<'getInboxMessage'>>({
    ...contract('getInboxMessage'),
    handler: async (request) => ok(await inbox.get(actorOf(request).id, request.params.id)),
  })
  app.route<Contract<'readInboxMessage'>>({
    ...contract('readInboxMessage'),
    handler: async (request) => ok(await inbox.read(actorOf(request).id, request.params.id)),
  })

  app.route<Contract<'listMessages'>>({
    ...contract('listMessages'),
    handler: async ({ query }) => ok(await messages.list(query)),
  })
  app.route<Contract<'searchMessages'>>({
    ...contract('searchMessages'),
    handler: async ({ query }) => ok(await messages.search(query)),
  })
  app.route<Contract<'createMessage'>>({
    ...contract('createMessage'),
    handler: async (request) => ok(await messages.create(request.body, authorOf(request))),
  })
  app.route<Contract<'getMessage'>>({
    ...contract('getMessage'),
    handler: async ({ params }) => ok(await messages.get(params.id)),
  })
  app.route<Contract<'updateMessage'>>({
    ...contract('updateMessage'),
    handler: async (request) => {
      const { title, content, format, before } = request.body
      const input = {
        ...(title === undefined ? {} : { title }),
        ...(content === undefined ? {} : { content }),
        ...(format === undefined ? {} : { format }),
      }
      return ok(await messages.update(request.params.id, input, before, authorOf(request)))
    },
  })
  app.route<Contract<'deleteMessage'>>({
    ...contract('deleteMessage'),
    handler: async (request) => {
      await messages.remove(request.params.id, authorOf(request))
      return done()
    },
  })
  app.route<Contract<'listMessageRecipients'>>({
    ...contract('listMessageRecipients'),
    handler: async ({ params, query }) => ok(await messages.recipients(params.id, query)),
  })
}
