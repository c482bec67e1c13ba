import type { FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import { readEmail } from '../../accounts/email-address.ts'
import { AppError } from '../../errors/app-error.ts'
import { actorOf, ROLE } from '../../http/actor.ts'
import { type Contract, contract } from '../../http/contract.ts'
import { done, ok } from '../../http/envelope.ts'
import { languageOf } from '../../http/language-of.ts'
import { testMail } from '../../notify/mail-texts.ts'
import { sendMail } from '../../notify/send-mail.ts'
import { sendWebhook } from '../../notify/send-webhook.ts'
import { testWebhook } from '../../notify/webhook-texts.ts'
import { type OptionChange, optionSecretFingerprint } from '../../options/option-store.ts'
import { type OptionKey, registry } from '../../options/registry.ts'
import { siteName } from '../../options/site-name.ts'
import { readFallbackPricing } from '../../pricing/fallback-pricing.ts'
import type { Routes } from '../api-services.ts'
import { recordChange } from '../audit-events/record-change.ts'
import type { Author } from '../author.ts'
import { dropOwnersOfEntries, dropOwnersOfTable } from '../owners/owned-objects.ts'
import { describeOption } from './describe-option.ts'
import { discoverOidc } from './discover-oidc.ts'
import { judgeOption } from './judge-option.ts'
import { keepWayIn } from './keep-way-in.ts'
import { readLatestRelease } from './latest-release.ts'

export const optionRoutes: Routes = (app, services) => {
  const { options, secrets, authorOf, clock, config, log, version } = services

  app.route<Contract<'listOptions'>>({
    ...contract('listOptions'),
    handler: async () => ok(options.list().map(describeOption)),
  })

  /**
   * Requires a proof of identity, so that a stolen session cannot change the options that only a super administrator
   * may set.
   */
  const demandProof = async (keys: readonly string[], request: FastifyRequest): Promise<void> => {
    const isGuarded = keys.some((key) => registry[key as OptionKey]?.role === ROLE.root)
    const actor = actorOf(request)
    if (isGuarded && actor.role === ROLE.root) await services.proofs.demand(actor)
  }

  const noteChange =
    (author: Author) =>
    async (trx: Knex.Transaction, change: OptionChange): Promise<void> => {
      await keepWayIn(trx, options.current(), change)
      await dropOwnersOfTable(trx, change, secrets)
      const { isSecret } = registry[change.key]
      const shown = (value: string) =>
        isSecret
          ? { fingerprint: value === '' ? '' : optionSecretFingerprint(change.key, value, secrets) }
          : { value }
      await recordChange(trx, author, {
        action: 'option.set',
        targetKind: 'option',
        targetId: change.key,
        before: shown(change.before),
        after: shown(change.after),
      })
    }
  const set = (key: string, text: string, request: Parameters<typeof authorOf>[0], taken?: string) => {
    const author = authorOf(request)
    return options.set(key, text, author, { alsoInTransaction: noteChange(author), taken })
  }

  app.route<Contract<'setOption'>>({
    ...contract('setOption'),
    handler: async (request) => {
      const { key, value, before } = request.body
      await demandProof([key], request)
      await set(key, value, request, before)
      return done()
    },
  })

  app.route<Contract<'resetOption'>>({
    ...contract('resetOption'),
    handler: async (request) => {
      const author = authorOf(request)
      await demandProof([request.params.key], request)
      await options.reset(request.params.key, author, noteChange(author))
      return done()
    },
  })

  app.route<Contract<'checkOptions'>>({
    ...contract('checkOptions'),
    handler: async (request) => {
      const { role } = authorOf(request)
      return ok(request.body.options.map((each) => judgeOption(each, role, languageOf(request))))
    },
  })

  app.route<Contract<'listOptionEntries'>>({
    ...contract('listOptionEntries'),
    handler: async ({ query }) => {
      const keys = query.keys.split(',').map((each) => each.trim())
      return ok(
        [...new Set(keys)].flatMap((key) =>
          options
            .entries(key)
            .filter(({ name }) => query.name === undefined || name === query.name)
            .map(({ name, value, builtIn }) => ({ key, name, value, default: builtIn })),
        ),
      )
    },
  })

  app.route<Contract<'changeOptionEntries'>>({
    ...contract('changeOptionEntries'),
    handler: async (request) => {
      const author = authorOf(request)
      await demandProof(
        request.body.entries.map(({ key }) => key),
        request,
      )
      const changes = await options.setEntries(request.body.entries, author, async (trx, key, changed) => {
        const removed = changed.filter(({ after }) => after === null).map(({ name }) => name)
        await dropOwnersOfEntries(trx, key, removed, secrets)
        // A list, not an object: names are arbitrary, and one that looks like a secret would be masked.
        const shown = (side: 'before' | 'after') => ({
          entries: changed.map((each) => ({ name: each.name, value: each[side] })),
        })
        await recordChange(trx, author, {
          action: 'option.set_entries',
          targetKind: 'option',
          targetId: key,
          before: shown('before'),
          after: shown('after'),
        })
      })
      return ok([...changes])
    },
  })

  app.route<Contract<'resetModelRatio'>>({
    ...contract('resetModelRatio'),
    handler: async (request) => {
      await set('ModelRatio', registry.ModelRatio.default, request)
      return done()
    },
  })

  app.route<Contract<'discoverOidc'>>({
    ...contract('discoverOidc'),
    handler: async ({ body }) => ok(await discoverOidc(body.well_known, config.mediaRanges)),
  })

  app.route<Contract<'testMail'>>({
    ...contract('testMail'),
    handler: async (request) => {
      const settings = options.current()
      const text = testMail(languageOf(request), siteName(settings))
      await sendMail(settings, { to: readEmail(request.body.to), ...text }, log)
      return done()
    },
  })

  app.route<Contract<'testWebhook'>>({
    ...contract('testWebhook'),
    handler: async (request) => {
      const settings = options.current()
      const { url, secret = '' } = request.body
      await sendWebhook(settings, { url, secret }, testWebhook(languageOf(request), siteName(settings)), {
        nowMs: clock.now(),
        allowedRanges: config.mediaRanges,
      })
      return done()
    },
  })

  app.route<Contract<'getLatestRelease'>>({
    ...contract('getLatestRelease'),
    handler: async () =>
      ok(
        await readLatestRelease(
          options.current()['general_setting.release_feed_address'],
          version,
          config.mediaRanges,
        ),
      ),
  })

  app.route<Contract<'validateFallbackPricing'>>({
    ...contract('validateFallbackPricing'),
    handler: async ({ body }) => {
      const text = (value: number | string | null | undefined): string => String(value ?? '')
      const judged = readFallbackPricing({
        enabled: body.enabled === true,
        singlePrice: text(body.single_price),
        inputRatio: text(body.input_ratio),
        completionRatio: text(body.completion_ratio),
      })
      if (judged.kind === 'inconsistent') throw new AppError('fallback_pricing_invalid')
      return done()
    },
  })
}
