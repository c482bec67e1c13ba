import { type Contract, contract } from '../../plugins/contract.ts'
import type { Routes } from '../api-services.ts'
import { priceList } from './price-list.ts'

export const pricingRoutes: Routes = (app, { snapshot }) => {
  app.route<Contract<'getPricing'>>({
    ...contract('getPricing'),
    handler: async (request) => ({
      success: true,
      message: '',
      ...priceList(snapshot(), request.actor?.group),
    }),
  })
}
