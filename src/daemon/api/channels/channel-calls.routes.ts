import { actorOf } from '../../http/actor.ts'
import { type Contract, contract } from '../../http/contract.ts'
import { done, ok } from '../../http/envelope.ts'
import { languageOf } from '../../http/language-of.ts'
import type { Routes } from '../api-services.ts'
import { modelsByType } from '../models/models-by-type.ts'
import { channelCallsService } from './channel-calls.service.ts'
import { toLastRun } from './last-run.ts'
import { planCall } from './plan-call.ts'
import { toTrialAnswer } from './trial-answer.ts'
import { wouldBe } from './would-be.ts'

/** Routes that call upstreams or show the state of routing. */
export const channelCallRoutes: Routes = (app, services) => {
  const calls = channelCallsService(services)

  app.route<Contract<'testChannel'>>({
    ...contract('testChannel'),
    handler: async ({ params, query }) => {
      const { model, seconds } = await calls.test(params.id, query.model)
      return { ...ok({ model }), time: seconds }
    },
  })
  app.route<Contract<'tryChannel'>>({
    ...contract('tryChannel'),
    handler: async (request) => {
      const trial = await calls.trial(request.params.id, request.body.model, actorOf(request))
      return ok(toTrialAnswer(trial, languageOf(request)))
    },
  })
  app.route<Contract<'testChannels'>>({
    ...contract('testChannels'),
    handler: async () => {
      calls.testAll()
      return done()
    },
  })
  app.route<Contract<'updateChannelBalance'>>({
    ...contract('updateChannelBalance'),
    handler: async ({ params }) => {
      const { balance, currency } = await calls.updateBalance(params.id)
      return { ...ok({ balance, currency }), balance: Number(balance) }
    },
  })
  app.route<Contract<'updateChannelBalances'>>({
    ...contract('updateChannelBalances'),
    handler: async () => {
      calls.updateAllBalances()
      return done()
    },
  })
  app.route<Contract<'getChannelRun'>>({
    ...contract('getChannelRun'),
    handler: async () => ok(calls.progress() ?? null),
  })
  app.route<Contract<'getLastChannelRun'>>({
    ...contract('getLastChannelRun'),
    handler: async (request) => {
      const last = services.channelCalls.lastRun()
      return ok(last ? toLastRun(last, languageOf(request)) : null)
    },
  })
  app.route<Contract<'planCall'>>({
    ...contract('planCall'),
    handler: async (request) =>
      ok(planCall(services, await wouldBe(request.query, actorOf(request).id, services))),
  })
  app.route<Contract<'fetchChannelModels'>>({
    ...contract('fetchChannelModels'),
    handler: async ({ params }) => ok([...(await calls.fetchModels(params.id))]),
  })
  app.route<Contract<'fetchModelsForForm'>>({
    ...contract('fetchModelsForForm'),
    handler: async ({ body }) => ok([...(await calls.fetchModelsFor(body))]),
  })
  app.route<Contract<'listEnabledModels'>>({
    ...contract('listEnabledModels'),
    handler: async () => ok(calls.enabledModels()),
  })
  app.route<Contract<'listChannelModels'>>({
    ...contract('listChannelModels'),
    handler: async () => ok(modelsByType),
  })
  app.route<Contract<'fixChannels'>>({
    ...contract('fixChannels'),
    handler: async (request) => ok(await calls.fix(services.authorOf(request))),
  })
}
