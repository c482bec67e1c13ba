import { ROLE } from '../../http/actor.ts'
import { type Contract, contract } from '../../http/contract.ts'
import { ok } from '../../http/envelope.ts'
import { languageOf } from '../../http/language-of.ts'
import type { Routes } from '../api-services.ts'
import { describeGroup } from '../groups/group-descriptions.ts'
import { readDefaultPrices } from './default-prices.ts'
import { knownPrices } from './known-prices.ts'
import { modelPrice, priceList } from './price-list.ts'

export const pricingRoutes: Routes = (app, { snapshot, config }) => {
  app.route<Contract<'getPricing'>>({
    ...contract('getPricing'),
    handler: async (request) => {
      const list = priceList(snapshot(), request.actor?.group)
      const language = languageOf(request)
      const described = Object.entries(list.usable_group).map(([name, text]) => [
        name,
        describeGroup(text, language),
      ])
      return { success: true, message: '', ...list, usable_group: Object.fromEntries(described) }
    },
  })
  app.route<Contract<'getModelPrice'>>({
    ...contract('getModelPrice'),
    handler: async ({ actor, query }) =>
      ok(modelPrice(snapshot(), query.model, actor?.group, (actor?.role ?? 0) >= ROLE.admin)),
  })
  app.route<Contract<'listModelPrices'>>({
    ...contract('listModelPrices'),
    handler: async () => ok(knownPrices(snapshot())),
  })
  app.route<Contract<'listDefaultPrices'>>({
    ...contract('listDefaultPrices'),
    handler: async ({ query }) =>
      ok(
        await readDefaultPrices(query.source, query.sets, {
          address: snapshot().options['general_setting.price_files_address'],
          allowedRanges: config.mediaRanges,
        }),
      ),
  })
}
