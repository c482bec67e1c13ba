import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { amount } from '../../../../src/daemon/money/amount.ts'
import { createLowQuotaNotices } from '../../../../src/daemon/notify/low-quota.ts'
import { type Site, startSite, usageOf } from '../../../e2e/rows/site.ts'
import { type SmtpSink, startSmtpSink } from '../../../support/smtp-sink.ts'
import type { Caller } from '../../../support/test-services.ts'
import { makeCertificate, startWebhookSink, type WebhookSink } from '../../../support/webhook-sink.ts'

const HOUR_MS = 3_600_000
const trusted = getCACertificates('default')
let site: Site
let hook: WebhookSink
let mail: SmtpSink
beforeAll(async () => {
  const certificate = makeCertificate()
  setDefaultCACertificates([...trusted, certificate.cert])
  hook = await startWebhookSink(certificate)
  mail = await startSmtpSink()
  site = await startSite({ env: { TOLLGATE_MEDIA_RANGES: '127.0.0.1/32' } })
  await site.addChannel()
  site.upstream.always({ usageValues: usageOf(1000, 500) })
  for (const [key, value] of Object.entries({
    SMTPServer: '127.0.0.1',
    SMTPPort: String(mail.port),
    SMTPAccount: 'mailer',
    SMTPToken: 'postage',
    SMTPFrom: 'gate@corp.example',
    ServerAddress: 'https://gate.example.com',
    QuotaForNewUser: '1000000',
  }))
    await site.setOption(key, value)
})
afterAll(async () => {
  setDefaultCACertificates(trusted)
  await site?.close()
  for (const each of [hook, mail]) await each?.close()
})

/** Polls for the effect of a delivery, which may take a while on a busy machine. */
const soon = <Value>(read: () => Value) => expect.poll(read)
/** Creates a user with a million quota units. A call costs 3750. */
const someone = async (name: string, setting?: Readonly<Record<string, unknown>>) => {
  const user = await site.api.createUser(name)
  if (setting) await user.call('PUT', '/api/user/setting', setting)
  const { key } = await site.newToken({}, user)
  const spend = async () => expect((await site.ask(key)).status).toBe(200)
  return { user, spend }
}
const postsTo = (path: string) => hook.posts.filter((post) => post.path === path)
const mailsTo = (address: string) => mail.mails.filter(({ to }) => to.includes(address))
const nextMs = async ({ id }: Caller): Promise<number> =>
  Number((await site.api.services.knex('notices').where({ user_id: id }).first())?.next_ms ?? 0)
/** Creates the notices of another daemon on the same store, with nothing in memory yet. */
const anotherDaemon = () => {
  const { knex, secrets, options, clock, log, config } = site.api.services
  return createLowQuotaNotices({ knex, secrets, options, clock, log, allowedRanges: config.mediaRanges })
}
const viaHook = (path: string, threshold: number) => ({
  notify_type: 'webhook',
  webhook_url: `${hook.url}${path}`,
  quota_warning_threshold: threshold,
})

describe('a charge that takes the balance below the threshold', () => {
  it('A-NOTE-05 A-NOTE-07 posts type, title, content, values and timestamp with the secret as bearer credential; one above sends nothing', async () => {
    await site.setOption('DisplayInCurrencyEnabled', 'false')
    const { spend } = await someone('hooked', { ...viaHook('/hooked', 995_000), webhook_secret: 's3cret' })
    await spend()
    await spend()
    await soon(() => postsTo('/hooked').length).toBe(1)
    await site.setOption('DisplayInCurrencyEnabled', 'true')
    const [post] = postsTo('/hooked')
    expect(post?.headers).toMatchObject({ authorization: 'Bearer s3cret' })
    expect(post?.body).toEqual({
      type: 'quota_exceed',
      title: 'Tollgate: your balance is low',
      content:
        'Your balance at {{value}} is {{value}}, below your warning threshold of {{value}}. Top up at {{value}}.',
      // Balance after the second call: 1000000 - 2 x 3750.
      values: ['Tollgate', '992500', '995000', 'https://gate.example.com/app/wallet'],
      timestamp: expect.any(Number),
    })
  })

  it('A-NOTE-05 sends no credential without a secret', async () => {
    const { spend } = await someone('bare', viaHook('/bare', 999_000))
    await spend()
    await soon(() => postsTo('/bare').length).toBe(1)
    expect(postsTo('/bare')[0]?.headers).not.toHaveProperty('authorization')
  })

  it('A-NOTE-06 A-OPT-084 mails to the notification address, else to that of the account, in both languages while none is known', async () => {
    const own = await someone('own-address', {
      notification_email: 'other@corp.example',
      quota_warning_threshold: 999_000,
    })
    await own.spend()
    await soon(() => mailsTo('other@corp.example').length).toBe(1)
    expect(mailsTo('other@corp.example')[0]?.text).toBe(
      'Your balance at Tollgate is $1.99, below your warning threshold of $2.00. Top up at https://gate.example.com/app/wallet.\r\n',
    )

    const { user, spend } = await someone('account')
    const columns = { email: 'acc@corp.example', email_key: 'acc@corp.example' }
    await site.api.services.knex('users').where({ id: user.id }).update(columns)
    // Without a personal threshold, the site's applies.
    await site.setOption('QuotaRemindThreshold', '999000')
    await spend()
    await soon(() => mailsTo('acc@corp.example').length).toBe(1)
    await site.setOption('QuotaRemindThreshold', '1000')
    const text = mailsTo('acc@corp.example')[0]?.text
    expect(text).toContain('您在 Tollgate 的余额还剩 $1.99，已低于预警阈值 $2.00。')
    expect(text).toContain('Your balance at Tollgate is $1.99')
  })

  it('A-NOTE-09 carries the secret after another field was saved', async () => {
    const { user, spend } = await someone('keeper', {
      ...viaHook('/keeper', 1000),
      webhook_secret: 'kept-secret',
    })
    await user.call('PUT', '/api/user/setting', { quota_warning_threshold: 999_000 })
    await spend()
    await soon(() => postsTo('/keeper').length).toBe(1)
    expect(postsTo('/keeper')[0]?.headers).toMatchObject({ authorization: 'Bearer kept-secret' })
  })
})

describe('deliveries that fail', () => {
  it('hurt no call and are tried again by a charge five minutes later', async () => {
    const { user, spend } = await someone('failing', viaHook('/failing', 999_000))
    hook.answer(500)
    const before = site.api.clock.now()
    await spend()
    await soon(() => postsTo('/failing').length).toBe(1)
    await soon(() => nextMs(user)).toBeLessThan(before + HOUR_MS)
    await spend()
    hook.answer(200)
    site.api.clock.advance(HOUR_MS / 10)
    await spend()
    await soon(() => postsTo('/failing').length).toBe(2)
    await soon(() => nextMs(user)).toBeGreaterThan(site.api.clock.now() + HOUR_MS)
  })

  it.each([
    ['private', 'https://10.0.0.1/hook'],
    ['local', 'https://localhost.:1/hook'],
    ['metadata', 'https://169.254.169.254/latest'],
  ])('an address that is not public is never asked: %s', async (name, webhook_url) => {
    const { user, spend } = await someone(name, { ...viaHook('/x', 999_000), webhook_url })
    const before = site.api.clock.now()
    await spend()
    await soon(() => nextMs(user)).toBeGreaterThan(before)
    await soon(() => nextMs(user)).toBeLessThan(before + HOUR_MS)
  })

  it('nobody is warned who has no address', async () => {
    const { user, spend } = await someone('nowhere', { quota_warning_threshold: 999_000 })
    await spend()
    const another = anotherDaemon()
    another.noteCharge({ userId: user.id, warningThreshold: amount(999_000_000) }, amount(1))
    await another.close()
    expect(await nextMs(user)).toBe(0)
  })
})

it('A-NOTE-08 of 50 charges one warns in two hours, whichever daemon they come to and however often one starts again', async () => {
  const { user, spend } = await someone('often', viaHook('/often', 999_000))
  for (let round = 0; round < 5; round += 1) await Promise.all(Array.from({ length: 10 }, spend))
  await soon(() => postsTo('/often').length).toBe(1)
  const charged = { userId: user.id, warningThreshold: amount(999_000_000) }
  const noteElsewhere = async () => {
    const daemons = [anotherDaemon(), anotherDaemon(), anotherDaemon()]
    for (const each of daemons) each.noteCharge(charged, amount(1))
    for (const each of daemons) await each.close()
  }
  await noteElsewhere()
  expect(postsTo('/often').length).toBe(1)
  site.api.clock.advance(2 * HOUR_MS + 1000)
  await noteElsewhere()
  expect(postsTo('/often').length).toBe(2)
  await spend()
  await site.api.services.ledger.drain()
  site.api.clock.advance(2 * HOUR_MS + 1000)
  await spend()
  await soon(() => postsTo('/often').length).toBe(3)
})

it('what running calls hold is no reason to warn', async () => {
  const { user } = await someone('holder', viaHook('/holder', 999_000))
  const another = anotherDaemon()
  another.noteCharge({ userId: user.id, warningThreshold: amount(999_000_000) }, amount(5))
  await another.close()
  expect(postsTo('/holder')).toEqual([])
  expect(await nextMs(user)).toBe(0)
})

it('an account whose calls hold the difference is looked at once a second, and once more after its last charge', async () => {
  const { user } = await someone('busy', viaHook('/busy', 999_000))
  const { knex } = site.api.services
  let looks = 0
  const count = ({ sql, bindings }: { sql: string; bindings: readonly unknown[] }): void => {
    if (/from .wallets./.test(sql) && bindings.includes(user.id)) looks += 1
  }
  knex.on('query', count)
  const daemon = anotherDaemon()
  try {
    const charge = () =>
      daemon.noteCharge({ userId: user.id, warningThreshold: amount(999_000_000) }, amount(5))
    charge()
    await soon(() => looks).toBe(1)
    for (let turn = 0; turn < 100; turn += 1) {
      charge()
      await new Promise(setImmediate)
    }
    expect(looks).toBe(1)
    await expect.poll(() => looks, { timeout: 20_000 }).toBe(2)
    // The last charge came during the pause; closing checks the balance for it.
    charge()
    await daemon.close()
    expect(looks).toBe(3)
  } finally {
    knex.off('query', count)
  }
})
