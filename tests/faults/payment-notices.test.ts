import { expect, it } from 'vitest'
import { createRandom } from '../daemon/ledger/history.ts'
import { asQuery, type EpayFields, epayNotice, epayOptions } from '../support/payments/epay-simulator.ts'
import type { Account } from './account.ts'
import { type Site, startSite } from './site.ts'

const random = createRandom(9)
const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, at: random.below(1e9) }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)

interface Notice {
  readonly fields: EpayFields
  readonly isHonest: boolean
}

const order = async (site: Site, account: Account, amount: number): Promise<EpayFields> => {
  const response = await fetch(`${site.url}/api/user/pay`, {
    method: 'POST',
    headers: account.headers,
    body: JSON.stringify({ amount, payment_method: 'zfb' }),
  })
  return ((await response.json()) as { data: EpayFields }).data
}

/** What comes for an order: notices of its payment if it was paid, and what others made up. */
const noticesOf = (form: EpayFields, isPaid: boolean): Notice[] => {
  const paid = epayNotice(form, { trade_no: `payment-${form.out_trade_no}` })
  return [
    ...Array.from({ length: isPaid ? 12 : 0 }, () => ({ fields: paid, isHonest: true })),
    { fields: epayNotice(form, {}, 'guessed'), isHonest: false },
    { fields: { ...paid, money: '0.01' }, isHonest: false },
    { fields: epayNotice(form, { money: '0.01' }), isHonest: false },
    { fields: epayNotice(form, { out_trade_no: `${form.out_trade_no}0` }), isHonest: false },
  ]
}

it('C-WALLET-16 reliability S32: of 1 000 notices of 100 orders, doubled, forged, late and in parallel on two daemons, with kills between, exactly the honest ones are credited', {
  timeout: 240_000,
}, async () => {
  const site = await startSite({ engine: 'postgres' })
  try {
    await site.admin.setOption('ServerAddress', site.url)
    for (const [key, value] of epayOptions()) await site.admin.setOption(key, value)
    const peer = await site.startPeer()
    const accounts = await Promise.all([1, 2, 3, 4, 5].map((n) => site.createAccount(`payer-${n}`, 0)))
    const forms: EpayFields[] = []
    for (const account of accounts)
      for (let n = 0; n < 20; n += 1) forms.push(await order(site, account, 1 + n))
    // Every third one has expired by the time it is paid.
    await site.store.execute('UPDATE topup_orders SET expires_ms = created_ms + 1 WHERE id % 3 = 0')
    const isPaid = (index: number) => index % 20 < 12
    const notices = shuffled(forms.flatMap((form, index) => noticesOf(form, isPaid(index))))
    expect(notices.length).toBeGreaterThan(1000)

    let sent = 0
    let kills = 0
    let restarting: Promise<void> = Promise.resolve()
    const ask = async (url: string, { fields }: Notice): Promise<string> => {
      try {
        return await (await fetch(`${url}/api/user/epay/notify?${asQuery(fields)}`)).text()
      } catch {
        return 'no answer'
      }
    }
    const send = async (notice: Notice): Promise<void> => {
      const urls = shuffled([site.url, peer.url])
      let answer = await ask(urls[0] ?? peer.url, notice)
      if (!notice.isHonest) expect(answer).not.toBe('success')
      // As a payment service does: again until it is acknowledged.
      for (let tries = 0; notice.isHonest && answer !== 'success' && tries < 200; tries += 1)
        answer = await ask(urls[tries % 2] ?? peer.url, notice)
      if (notice.isHonest) expect(answer).toBe('success')
      sent += 1
      if (sent % 250 !== 0) return
      kills += 1
      restarting = restarting.then(async () => {
        site.gateway.signal('SIGKILL')
        await site.gateway.ended
        await site.restart()
      })
    }
    const queue = notices.values()
    await Promise.all(
      Array.from({ length: 24 }, async () => {
        for (const notice of queue) await send(notice)
      }),
    )
    await restarting
    expect(kills).toBeGreaterThan(3)

    const orders = await site.store.query<{ trade_no: string; state: number; quota: string | number }>(
      'SELECT trade_no, state, quota FROM topup_orders ORDER BY id',
    )
    const paid = new Set(forms.filter((_, index) => isPaid(index)).map((form) => form.out_trade_no))
    for (const { trade_no, state } of orders)
      expect([trade_no, Number(state)]).toEqual([trade_no, paid.has(trade_no) ? 2 : 1])
    const [booked] = await site.store.query<{ n: string | number; sum: string | number }>(
      'SELECT count(*) AS n, sum(delta) AS sum FROM entries WHERE kind = 5',
    )
    const expected = orders
      .filter(({ trade_no }) => paid.has(trade_no))
      .reduce((sum, { quota }) => sum + BigInt(quota), 0n)
    expect([Number(booked?.n), BigInt(booked?.sum ?? 0)]).toEqual([60, expected])
    const total = (await Promise.all(accounts.map((account) => account.readQuota()))).reduce(
      (sum, each) => sum + each,
      0n,
    )
    expect(total).toBe(expected)
    expect((await site.admin.audit()).isClean).toBe(true)
  } finally {
    await site.stop()
  }
})
