import { expect, it } from 'vitest'
import { createRandom } from '../daemon/ledger/history.ts'
import type { GatewayProcess } from '../support/gateway/gateway-process.ts'
import { createDatabase } from '../support/services/postgres.ts'
import { startCommitWatch } from './commit-watch.ts'
import { dishonest, honest, type Message, makeOrders, offerPayments, type Waiting } from './payments.ts'
import { type Site, startSite } from './site.ts'

const random = createRandom(9)
const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, at: random.below(1e9) }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)

const kill = async (gateway: GatewayProcess): Promise<void> => {
  gateway.signal('SIGKILL')
  await gateway.ended
}
const credits = (site: Site, { tradeNo }: Waiting) =>
  site.store.query<{ delta: string | number }>(
    `SELECT delta FROM entries WHERE kind = 5 AND ref = '${tradeNo}'`,
  )

it('C-WALLET-16 reliability S32: of 1 000 notices of 100 orders by EPay and Stripe, doubled, forged, late and in parallel on two daemons that are killed in turn, exactly the honest ones are credited', {
  timeout: 240_000,
}, async () => {
  const site = await startSite({ engine: 'postgres' })
  try {
    await offerPayments(site)
    let peer = await site.startPeer()
    const accounts = await Promise.all([1, 2, 3, 4, 5].map((n) => site.createAccount(`payer-${n}`, 0)))
    const orders = await makeOrders(site, accounts, 20)
    // Every third order has expired by the time it is paid.
    await site.store.execute('UPDATE topup_orders SET expires_ms = created_ms + 1 WHERE id % 3 = 0')
    const paid = new Set(orders.filter((_, index) => index % 20 < 12).map(({ tradeNo }) => tradeNo))
    const messages = shuffled(
      orders.flatMap((order) => [
        ...Array.from({ length: paid.has(order.tradeNo) ? 12 : 0 }, (_, times) => honest(order, times)),
        ...dishonest(order),
      ]),
    )
    expect(messages.length).toBeGreaterThan(1000)

    const kills = { first: 0, second: 0 }
    let sent = 0
    let restarting: Promise<void> = Promise.resolve()
    const killInTurn = async (): Promise<void> => {
      if (kills.first <= kills.second) {
        kills.first += 1
        await kill(site.gateway)
        await site.restart()
        return
      }
      kills.second += 1
      await kill(peer)
      peer = await site.startPeer({ after: peer })
    }
    const send = async (message: Message): Promise<void> => {
      const urls = shuffled([site.url, peer.url])
      let isTaken = await message.send(urls[0] ?? site.url)
      if (!message.isHonest) expect(isTaken).not.toBe(true)
      // Payment services repeat their callback until it is acknowledged.
      for (let tries = 0; message.isHonest && isTaken !== true && tries < 400; tries += 1)
        isTaken = await message.send(urls[tries % 2] ?? site.url)
      if (message.isHonest) expect(isTaken).toBe(true)
      sent += 1
      if (sent % 150 === 0) restarting = restarting.then(killInTurn)
    }
    const queue = messages.values()
    await Promise.all(
      Array.from({ length: 24 }, async () => {
        for (const message of queue) await send(message)
      }),
    )
    await restarting
    expect(Math.min(kills.first, kills.second)).toBeGreaterThanOrEqual(2)

    const rows = await site.store.query<{ trade_no: string; state: number; quota: string | number }>(
      'SELECT trade_no, state, quota FROM topup_orders ORDER BY id',
    )
    for (const { trade_no, state } of rows)
      expect([trade_no, Number(state)]).toEqual([trade_no, paid.has(trade_no) ? 2 : 1])
    const [booked] = await site.store.query<{ n: string | number; sum: string | number }>(
      'SELECT count(*) AS n, sum(delta) AS sum FROM entries WHERE kind = 5',
    )
    const expected = rows
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

it('C-WALLET-16 a daemon that is killed between the commit of a credit and its answer has credited once, and the other daemon acknowledges the notice', {
  timeout: 240_000,
}, async () => {
  const databaseUrl = await createDatabase('faults')
  const watch = await startCommitWatch(databaseUrl)
  const site = await startSite({ databaseUrl })
  try {
    await offerPayments(site)
    const payer = await site.createAccount('payer', 0)
    const orders = await makeOrders(site, [payer], 4)
    let watched: GatewayProcess | undefined
    let total = 0n
    for (const order of orders) {
      const env = { TOLLGATE_DATABASE_URL: watch.databaseUrl }
      const daemon = await site.startPeer(watched === undefined ? { env } : { env, after: watched })
      watched = daemon
      const { promise: isKilled, resolve } = Promise.withResolvers<void>()
      watch.catchNext('update "topup_orders" set "state"', () => void kill(daemon).then(resolve))
      expect(await honest(order).send(daemon.url)).toBe(undefined)
      await isKilled
      // The books contain the payment, although the daemon never received the confirmation.
      const booked = await credits(site, order)
      expect([order.provider, booked.length]).toEqual([order.provider, 1])
      total += BigInt(booked[0]?.delta ?? 0)
      expect(await Promise.all([honest(order).send(site.url), honest(order, 1).send(site.url)])).toEqual([
        true,
        true,
      ])
      expect(await credits(site, order)).toEqual(booked)
      expect(await payer.readQuota()).toBe(total)
    }
    expect((await site.admin.audit()).isClean).toBe(true)
  } finally {
    await site.stop()
    watch.close()
  }
})
