import { expect, test } from 'vitest'
import { asQuery, type EpayFields, epayNotice, epayOptions } from '../support/payments/epay-simulator.ts'
import type { Caller } from '../support/test-services.ts'
import { openRealServer } from './support/real-server.ts'
import { openTerminal, type Terminal } from './support/run-cli.ts'

const { api, url } = await openRealServer()
for (const [key, value] of [['ServerAddress', url], ...epayOptions()])
  await api.root.call('PUT', '/api/option/', { key, value })
const ann = await api.createUser('ann')
const bob = await api.createUser('bob')

/** Creates an order. @returns its number */
async function order(of: Caller, amount: number, isPaid: boolean): Promise<string> {
  const form = await of.call<EpayFields>('POST', '/api/user/pay', { amount, payment_method: 'zfb' })
  if (isPaid) await fetch(`${url}/api/user/epay/notify?${asQuery(epayNotice(form))}`)
  return form.out_trade_no ?? ''
}
const paidByAnn = await order(ann, 10, true)
const waitingOfAnn = await order(ann, 20, false)
const paidByBob = await order(bob, 30, true)

/** Opens a terminal of a signed-in user. */
async function terminalOf({ username, password }: Caller): Promise<Terminal> {
  const terminal = await openTerminal()
  const signIn = ['login', url, '--username', username, '--password-stdin']
  expect((await terminal.run(signIn, { stdin: password })).code).toBe(0)
  return terminal
}
const [annsTerminal, rootsTerminal] = [await terminalOf(ann), await terminalOf(api.root)]
const list = async (terminal: Terminal, ...options: string[]) =>
  (
    JSON.parse((await terminal.run(['order', 'list', ...options, '--json'])).stdout) as { trade_no: string }[]
  ).map(({ trade_no }) => trade_no)

test('users list and see their own orders, by state, and nobody else’s', async () => {
  expect(await list(annsTerminal)).toEqual([waitingOfAnn, paidByAnn])
  expect(await list(annsTerminal, '--state', 'paid')).toEqual([paidByAnn])
  expect(await list(annsTerminal, '--state', 'pending')).toEqual([waitingOfAnn])
  const shown = await annsTerminal.run(['order', 'show', paidByAnn, '--json'])
  expect(JSON.parse(shown.stdout)).toMatchObject({ trade_no: paidByAnn, state: 'paid', money: '73.00' })
  const { code, stderr } = await annsTerminal.run(['order', 'show', paidByBob])
  expect([code, stderr]).toEqual([5, expect.stringContaining('the order does not exist')])
  expect((await annsTerminal.run(['order', 'list', '--every'])).code).toBe(4)
})

test('administrators list all orders, and search by number and username', async () => {
  expect(await list(rootsTerminal)).toEqual([])
  expect(await list(rootsTerminal, '--every')).toEqual([paidByBob, waitingOfAnn, paidByAnn])
  expect(await list(rootsTerminal, '--every', '--state', 'paid')).toEqual([paidByBob, paidByAnn])
  expect(await list(rootsTerminal, '--every', '--search', 'bob')).toEqual([paidByBob])
  expect(await list(rootsTerminal, '--every', '--search', paidByAnn.slice(0, 8))).toEqual([paidByAnn])
})

test('a refund takes back what it names, then the rest, and needs a yes', async () => {
  const state = () => api.root.call<Record<string, unknown>>('GET', `/api/topup/${paidByBob}`)
  expect((await rootsTerminal.run(['order', 'refund', paidByBob])).code).not.toBe(0)
  expect(await state()).toMatchObject({ state: 'paid', refunded_money: '0.00' })
  const part = ['order', 'refund', paidByBob, '--money', '21.90', '--note', 'one day', '--yes']
  expect((await rootsTerminal.run(part)).code).toBe(0)
  const listed = await rootsTerminal.run(['order', 'list', '--every', '--search', 'bob'])
  expect(listed.stdout).toContain('paid, 21.90 refunded')
  expect(await state()).toMatchObject({
    state: 'paid',
    refunded_money: '21.90',
    refunded_quota_exact: '1500000',
  })
  expect((await rootsTerminal.run(['order', 'refund', paidByBob, '--yes'])).code).toBe(0)
  expect(await state()).toMatchObject({ state: 'refunded', refunded_money: '219.00' })
  const events = await api.services.knex('audit_events').where({ action: 'order.refund' }).orderBy('id')
  expect(String(events[0]?.after)).toContain('one day')
  expect((await annsTerminal.run(['order', 'refund', paidByAnn, '--yes'])).code).toBe(4)
})
