import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { readUserSetting, webhookSecrets } from '../accounts/user-setting.ts'
import type { Clock } from '../clock.ts'
import type { SecretBox } from '../db/secrets.ts'
import { AppError } from '../errors/app-error.ts'
import { USER_ENABLED } from '../http/actor.ts'
import { readWallets } from '../ledger/wallets.ts'
import { type Amount, fromQuota } from '../money/amount.ts'
import { shownAmount } from '../money/shown-amount.ts'
import type { OptionStore } from '../options/option-store.ts'
import type { Options } from '../options/registry.ts'
import { siteName } from '../options/site-name.ts'
import { noticeClaims } from './notice-claims.ts'
import { fillValues, lowQuotaNotice } from './notice-texts.ts'
import { sendMail } from './send-mail.ts'
import { sendWebhook, type WebhookMessage } from './send-webhook.ts'

/** Minimum time between two warnings to the same account. */
const PERIOD_MS = 2 * 3_600_000
/** If a warning could not be delivered, the first charge after this time tries again. */
const RETRY_MS = 5 * 60_000
/**
 * How long an account that needed no warning is not checked again. While running calls hold much of its balance, each
 * charge looks as if the balance were low, and each check queries the database.
 */
const REST_MS = 1_000
/** Maximum number of concurrent deliveries. One that hangs takes ten seconds and delays only other warnings. */
const PARALLEL = 8
/** Maximum number of waiting accounts. An account that does not fit is checked again after its next charge. */
const WAITING_MAX = 10_000
const QUIET_MAX = 100_000
/** How long a shutdown waits for running deliveries. */
const CLOSE_MS = 5_000

export interface LowQuotaDeps {
  readonly knex: Knex
  readonly secrets: SecretBox
  readonly options: OptionStore
  readonly clock: Clock
  readonly log: Pick<Logger, 'warn'>
  /** Non-public addresses that webhooks may reach. */
  readonly allowedRanges: readonly string[]
}

/** The account that was charged. */
export interface Charged {
  readonly userId: number
  /** The account's own threshold; undefined = the site's. */
  readonly warningThreshold: Amount | undefined
}

/** Warns people whose balance has fallen below their threshold. */
export interface LowQuotaNotices {
  /** Called after a charge: compares two numbers and, rarely, queues an account. Never throws, never waits. */
  noteCharge(charged: Charged, available: Amount): void
  /** Stops accepting charges; resolves when everything queued is sent, or after a few seconds. */
  close(): Promise<void>
}

/** An account that is being checked, or that is not checked again during {@link REST_MS}. */
interface Look {
  /** Whether it was charged in the meantime and has to be checked again. */
  isCharged: boolean
  /** Timer for the end of {@link REST_MS}. */
  timer?: NodeJS.Timeout
}

interface Recipient {
  readonly id: number
  readonly email: string
  readonly setting: ReturnType<typeof readUserSetting>
}

export function createLowQuotaNotices(deps: LowQuotaDeps): LowQuotaNotices {
  const { knex, secrets, options, clock, log, allowedRanges } = deps
  const claims = noticeClaims(knex)
  /** Times until which accounts cannot get another warning; saves a query per charge. */
  const quietUntil = new Map<number, number>()
  const waiting = new Set<number>()
  const looks = new Map<number, Look>()
  const running = new Set<Promise<void>>()
  let isClosed = false

  const siteThreshold = (): Amount => fromQuota(options.current().QuotaRemindThreshold)

  function keepQuiet(userId: number, untilMs: number): void {
    if (quietUntil.size >= QUIET_MAX) quietUntil.clear()
    quietUntil.set(userId, untilMs)
  }

  const isQuiet = (userId: number): boolean => (quietUntil.get(userId) ?? 0) > clock.now()

  function endLook(userId: number): void {
    const look = looks.get(userId)
    clearTimeout(look?.timer)
    looks.delete(userId)
    if (look?.isCharged && !isQuiet(userId)) waiting.add(userId)
  }

  async function lookAt(userId: number): Promise<void> {
    const look: Look = { isCharged: false }
    looks.set(userId, look)
    const isLow = await warn(userId).catch((error: unknown) => {
      log.warn({ err: error, userId }, 'a low-balance warning was not sent')
      return false
    })
    if (isLow || isClosed) return endLook(userId)
    look.timer = setTimeout(() => {
      endLook(userId)
      next()
    }, REST_MS).unref()
  }

  function next(): void {
    for (const userId of waiting) {
      if (running.size >= PARALLEL) return
      waiting.delete(userId)
      const work = lookAt(userId).finally(() => {
        running.delete(work)
        next()
      })
      running.add(work)
    }
  }

  /** Warns an account if necessary. @returns whether the balance is low; its charges are then ignored for a while */
  async function warn(userId: number): Promise<boolean> {
    const recipient = await findRecipient(userId)
    if (!recipient) return false
    const { setting } = recipient
    const threshold =
      setting.quota_warning_threshold === undefined
        ? siteThreshold()
        : fromQuota(setting.quota_warning_threshold)
    // A part of each hold is returned later, so holds alone are no reason for a warning.
    const balance = (await readWallets(knex, [userId])).get(userId)?.balance
    if (balance === undefined || balance >= threshold) return false
    const nowMs = clock.now()
    const settings = options.current()
    const message = lowQuotaNotice(setting.language, {
      site: siteName(settings),
      left: shownAmount(balance, settings),
      threshold: shownAmount(threshold, settings),
      link: settings.ServerAddress === '' ? '' : `${settings.ServerAddress}/app/wallet`,
    })
    const deliver = deliveryTo(recipient, message, settings, nowMs)
    keepQuiet(userId, nowMs + RETRY_MS)
    if (!deliver || !(await claims.take(userId, 'low-quota', nowMs, nowMs + PERIOD_MS))) return true
    try {
      await deliver()
      keepQuiet(userId, nowMs + PERIOD_MS)
    } catch (error) {
      await claims.giveBack(userId, 'low-quota', nowMs + RETRY_MS)
      const code = error instanceof AppError ? error.code : undefined
      log.warn({ userId, code, ...(code ? {} : { err: error }) }, 'a low-balance warning was not delivered')
    }
    return true
  }

  async function findRecipient(userId: number): Promise<Recipient | undefined> {
    const row = await knex('users')
      .where({ id: userId, status: USER_ENABLED })
      .whereNull('deleted_time')
      .first<{ id: number; email: string; setting: string } | undefined>('id', 'email', 'setting')
    return row && { id: row.id, email: row.email, setting: readUserSetting(row.setting) }
  }

  /** Prepares the delivery of a warning. @returns undefined if there is no recipient */
  function deliveryTo(
    { id, email, setting }: Recipient,
    message: WebhookMessage,
    settings: Options,
    nowMs: number,
  ): (() => Promise<void>) | undefined {
    if (setting.notify_type === 'webhook') {
      const { webhook_url: url, webhook_secret: sealed } = setting
      if (url === undefined) return undefined
      const secret = sealed === undefined ? '' : (webhookSecrets(secrets, id).open(sealed) ?? '')
      return () => sendWebhook(settings, { url, secret }, message, { nowMs, allowedRanges })
    }
    const to = setting.notification_email ?? email
    if (to === '') return undefined
    return () => sendMail(settings, { to, subject: message.title, text: `${fillValues(message)}\n` }, log)
  }

  return {
    noteCharge({ userId, warningThreshold }, available) {
      if (available >= (warningThreshold ?? siteThreshold()) || isClosed) return
      if (isQuiet(userId) || waiting.size >= WAITING_MAX) return
      const look = looks.get(userId)
      if (look) {
        look.isCharged = true
        return
      }
      waiting.add(userId)
      // Deferred to a later event-loop turn, so that it does not delay the response.
      setImmediate(next)
    },
    async close() {
      isClosed = true
      for (const [userId, { timer: isResting }] of [...looks]) if (isResting) endLook(userId)
      let timer: NodeJS.Timeout | undefined
      const patience = new Promise<'late'>((resolve) => {
        timer = setTimeout(() => resolve('late'), CLOSE_MS)
      })
      while (waiting.size + running.size > 0) {
        next()
        if ((await Promise.race([...running, patience])) === 'late') break
      }
      clearTimeout(timer)
    },
  }
}
