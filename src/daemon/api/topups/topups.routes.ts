import { AppError } from '../../errors/app-error.ts'
import { actorOf, ROLE } from '../../http/actor.ts'
import { type Contract, contract } from '../../http/contract.ts'
import { ok } from '../../http/envelope.ts'
import { readPaging, toPage } from '../../http/paging.ts'
import { moneyText } from '../../money/currency.ts'
import type { Routes } from '../api-services.ts'
import { noticeRoutes } from './notice.routes.ts'
import { toOrderAnswer } from './order-answer.ts'
import { type OrderFilter, ordersRepository } from './orders.repository.ts'
import { quoteTopup } from './quote-topup.ts'
import { refundOrder } from './refund-order.ts'
import { continuePayment, type StartedPayment, startPayment } from './start-payment.ts'

/** Message that clients of the payment endpoints expect. */
const SUCCESS = 'success'

const toPayment = ({ order, checkout }: StartedPayment) => ({
  ...ok({ ...checkout.fields }),
  message: SUCCESS,
  url: checkout.url,
  trade_no: order.tradeNo,
})

export const topupRoutes: Routes = (app, services) => {
  const { options, knex, clock, authorOf } = services
  const orders = ordersRepository(knex)
  const list = async (filter: Omit<OrderFilter, 'nowMs'>, query: Contract<'listTopups'>['Querystring']) => {
    const nowMs = clock.now()
    const paging = readPaging(query)
    const [found, total] = await Promise.all([
      orders.list({ ...filter, nowMs }, paging),
      orders.count({ ...filter, nowMs }),
    ])
    return ok(
      toPage(
        found.map((order) => toOrderAnswer(order, nowMs)),
        total,
        paging,
      ),
    )
  }

  app.route<Contract<'quoteTopup'>>({
    ...contract('quoteTopup'),
    handler: async (request) => {
      const { money, method } = quoteTopup(request.body, actorOf(request).group, options.current())
      const { currency } = method
      return { ...ok(moneyText(money, currency)), message: SUCCESS, currency }
    },
  })
  app.route<Contract<'startPayment'>>({
    ...contract('startPayment'),
    handler: async (request) => toPayment(await startPayment(services, request.body, actorOf(request))),
  })
  app.route<Contract<'continuePayment'>>({
    ...contract('continuePayment'),
    handler: async (request) =>
      toPayment(await continuePayment(services, request.params.trade_no, actorOf(request))),
  })
  app.route<Contract<'listOwnTopups'>>({
    ...contract('listOwnTopups'),
    handler: (request) => list({ userId: actorOf(request).id, state: request.query.state }, request.query),
  })
  app.route<Contract<'listTopups'>>({
    ...contract('listTopups'),
    handler: ({ query }) => list({ state: query.state, keyword: query.keyword }, query),
  })
  app.route<Contract<'getTopup'>>({
    ...contract('getTopup'),
    handler: async (request) => {
      const { id, role } = actorOf(request)
      const order = await orders.find(request.params.trade_no)
      // Orders of other users get the same response as missing ones.
      if (order === undefined || (order.userId !== id && role < ROLE.admin))
        throw new AppError('order_not_found')
      return ok(toOrderAnswer(order, clock.now()))
    },
  })
  app.route<Contract<'refundTopup'>>({
    ...contract('refundTopup'),
    handler: async (request) => {
      const { params, body } = request
      const order = await refundOrder(services, params.trade_no, body, authorOf(request))
      return ok(toOrderAnswer(order, clock.now()))
    },
  })
  noticeRoutes(app, services)
}
