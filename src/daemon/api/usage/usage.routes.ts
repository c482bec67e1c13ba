import type { FastifyReply, FastifyRequest } from 'fastify'
import { phraseOf } from '../../errors/render-envelope.ts'
import { type Contract, contract, type Data } from '../../http/contract.ts'
import { ok } from '../../http/envelope.ts'
import { takeError } from '../../http/errors.ts'
import { readLanguage } from '../../language.ts'
import { readTokenBudgets } from '../../ledger/wallets.ts'
import { toExactQuota, toQuota } from '../../money/amount.ts'
import { renderOpenAiError } from '../../protocols/openai/error-body.ts'
import type { ApiServices, Routes } from '../api-services.ts'
import { findTokenOwner, type TokenOwner } from '../token-owner.ts'
import { billingPage } from './billing-page.ts'

export const usageRoutes: Routes = (app, services) => {
  const page = billingPage(services)

  app.route<Contract<'getTokenUsage'>>({
    ...contract('getTokenUsage'),
    handler: async (request) => ok(await describeUsage(await findTokenOwner(services, request), services)),
  })

  // Clients whose base URL ends in /v1 request these paths below it.
  for (const prefix of ['', '/v1']) {
    const subscription = contract('getBillingSubscription')
    app.route<Contract<'getBillingSubscription'>>({
      ...subscription,
      url: prefix + subscription.url,
      errorHandler: sendOpenAiError,
      handler: async (request) => page.subscription(await findTokenOwner(services, request)),
    })
    const usage = contract('getBillingUsage')
    app.route<Contract<'getBillingUsage'>>({
      ...usage,
      url: prefix + usage.url,
      errorHandler: sendOpenAiError,
      handler: async (request) => page.usage(await findTokenOwner(services, request), request.query),
    })
  }
}

async function describeUsage(owner: TokenOwner, { knex }: ApiServices): Promise<Data<'getTokenUsage'>> {
  const budget = (await readTokenBudgets(knex, [owner.tokenId])).get(owner.tokenId)
  if (!budget) throw new Error(`Token ${owner.tokenId} has no budget.`)
  return {
    object: 'token_usage',
    name: owner.tokenName,
    total_granted: toQuota(budget.granted),
    total_used: toQuota(budget.used),
    total_available: toQuota(budget.available),
    total_granted_exact: toExactQuota(budget.granted),
    total_used_exact: toExactQuota(budget.used),
    total_available_exact: toExactQuota(budget.available),
    unlimited_quota: budget.unlimited,
    model_limits: Object.fromEntries(owner.modelLimits.map((model) => [model, true])),
    model_limits_enabled: owner.modelLimitsEnabled,
    expires_at: owner.expiredTime === -1 ? 0 : owner.expiredTime,
  }
}

/** Sends an error in OpenAI's format, which clients of these two endpoints expect. */
function sendOpenAiError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = takeError(thrown, request, reply)
  const language = readLanguage(request.headers['accept-language'])
  return reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .send(
      renderOpenAiError({
        message: phraseOf(error, language),
        type: 'upstream_error',
        param: null,
        code: error.code,
      }),
    )
}
