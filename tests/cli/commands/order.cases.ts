import { asQuery, epayNotice, epayOptions } from '../../support/payments/epay-simulator.ts'
import type { CommandCases } from './command-case.ts'
import type { World } from './world.ts'

/** Creates a paid order of the super administrator. @returns its number */
export async function paidOrder({ admin, url }: World, amount: number): Promise<string> {
  for (const [key, value] of [['ServerAddress', url], ...epayOptions()]) await admin.setOption(key, value)
  const form = await admin.call<Record<string, string>>('POST', '/api/user/pay', {
    amount,
    payment_method: 'zfb',
  })
  const answer = await fetch(`${url}/api/user/epay/notify?${asQuery(epayNotice(form))}`)
  if ((await answer.text()) !== 'success') throw new Error('the notice was not taken')
  return form.out_trade_no ?? ''
}

const firsts = new WeakMap<World, Promise<string>>()

/** Returns one paid order, which all commands that only read orders share. */
function firstOrder(world: World): Promise<string> {
  const first = firsts.get(world) ?? paidOrder(world, 10)
  firsts.set(world, first)
  return first
}

/** Cases of the commands for online top-up orders. */
export const cases: CommandCases = {
  'order list': {
    good: async (world) => {
      await firstOrder(world)
      return ''
    },
    alsoGood: ['--state paid', '--every --search root --state paid', '--state refunded'],
  },
  'order show': { good: firstOrder, missing: 'nobody' },
  'order refund': {
    good: async (world, n) => `${await paidOrder(world, 30 + n / 100)} --yes`,
    isOnce: true,
    alsoGood: [async (world, n) => `${await paidOrder(world, 40 + n / 100)} --money 1.50 --note why --yes`],
    missing: 'nobody --yes',
    invalid: async (world, n) => `${await paidOrder(world, 50 + n / 100)} --money 1000000 --yes`,
  },
}
