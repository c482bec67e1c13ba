import type { FastifyRequest } from 'fastify'
import { channelTypeCatalogue } from '../../channel-types/catalogue.ts'
import { otherInfoIn } from '../../channels/other-info.ts'
import { actorOf } from '../../http/actor.ts'
import { type Contract, contract, type Data } from '../../http/contract.ts'
import { done, ok } from '../../http/envelope.ts'
import { languageOf } from '../../http/language-of.ts'
import type { Routes } from '../api-services.ts'
import { checkMayLabel } from '../bulk/new-labels.ts'
import type { ChannelAnswer } from './channel-answer.ts'
import { channelCallRoutes } from './channel-calls.routes.ts'
import { channelTagsService } from './channel-tags.service.ts'
import { channelsService } from './channels.service.ts'
import { readChannelsHealth } from './channels-health.ts'
import { createChannels } from './create-channels.ts'

export const channelRoutes: Routes = (app, services) => {
  const { authorOf } = services
  const channels = channelsService(services)
  const tags = channelTagsService(services)
  const list = async (request: FastifyRequest<Contract<'listChannels'>>) => {
    const page = await channels.list(request.query)
    return ok({ ...page, items: page.items.map((each) => shownTo(request, each)) })
  }

  app.route<Contract<'listChannels'>>({
    ...contract('listChannels'),
    handler: list,
  })
  app.route<Contract<'searchChannels'>>({
    ...contract('searchChannels'),
    handler: list,
  })
  app.route<Contract<'getChannel'>>({
    ...contract('getChannel'),
    handler: async (request) => ok(shownTo(request, await channels.get(request.params.id))),
  })
  app.route<Contract<'getChannelHealth'>>({
    ...contract('getChannelHealth'),
    handler: async ({ query }) => ok(await readChannelsHealth(services, query.hours ?? 24)),
  })
  app.route<Contract<'createChannel'>>({
    ...contract('createChannel'),
    handler: async (request) => ok(await channels.create(request.body, authorOf(request))),
  })
  app.route<Contract<'createChannels'>>({
    ...contract('createChannels'),
    handler: async (request) => {
      checkMayLabel(actorOf(request), request.body.owner)
      const by = { author: authorOf(request), language: languageOf(request) }
      return ok(await createChannels(services, request.body, by))
    },
  })
  app.route<Contract<'updateChannel'>>({
    ...contract('updateChannel'),
    handler: async (request) => {
      const { id, ...fields } = request.body
      return ok(shownTo(request, await channels.update(id, fields, authorOf(request))))
    },
  })
  app.route<Contract<'deleteChannel'>>({
    ...contract('deleteChannel'),
    handler: async (request) => {
      await channels.remove(request.params.id, authorOf(request))
      return done()
    },
  })
  app.route<Contract<'copyChannel'>>({
    ...contract('copyChannel'),
    handler: async (request) => ok(await channels.copy(request.params.id, authorOf(request))),
  })
  app.route<Contract<'deleteChannels'>>({
    ...contract('deleteChannels'),
    handler: async (request) => ok(await channels.removeMany(request.body.ids ?? [], authorOf(request))),
  })
  app.route<Contract<'deleteDisabledChannels'>>({
    ...contract('deleteDisabledChannels'),
    handler: async (request) => ok(await channels.removeDisabled(authorOf(request))),
  })

  app.route<Contract<'editChannelTag'>>({
    ...contract('editChannelTag'),
    handler: async (request) => ok(await tags.edit(request.body, authorOf(request))),
  })
  app.route<Contract<'enableChannelTag'>>({
    ...contract('enableChannelTag'),
    handler: async (request) => ok(await tags.enable(request.body.tag, authorOf(request))),
  })
  app.route<Contract<'disableChannelTag'>>({
    ...contract('disableChannelTag'),
    handler: async (request) => ok(await tags.disable(request.body.tag, authorOf(request))),
  })
  app.route<Contract<'tagChannels'>>({
    ...contract('tagChannels'),
    handler: async (request) => ok(await tags.give(request.body.ids, request.body.tag, authorOf(request))),
  })

  app.route<Contract<'listChannelTypes'>>({
    ...contract('listChannelTypes'),
    handler: async () => ok(channelTypeEntries),
  })
  channelCallRoutes(app, services)
}

/** Translates the reason why a channel is disabled into the reader's language. */
const shownTo = (request: FastifyRequest, answer: ChannelAnswer): ChannelAnswer => ({
  ...answer,
  other_info: otherInfoIn(languageOf(request), answer.other_info),
})

/** Plain data for forms, without the check functions of the types. */
const channelTypeEntries: Data<'listChannelTypes'> = [...channelTypeCatalogue.values()].map((each) => ({
  type: each.type,
  slug: each.slug,
  label: each.label,
  owned_by: each.ownedBy,
  operations: [...each.operations],
  default_base_url: each.defaultBaseUrl,
  models: [...each.models],
  has_balance: each.hasBalance,
  fields: JSON.parse(JSON.stringify(each.fields)) as Record<string, unknown>,
}))
