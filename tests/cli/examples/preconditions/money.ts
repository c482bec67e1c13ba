import { paidOrder } from '../../commands/order.cases.ts'
import { song } from '../../commands/task.cases.ts'
import { userPassword } from '../../commands/world.ts'
import type { Preconditions, Stage } from '../precondition.ts'

const orderNumber = '3f0c9a52be1d4c7788e2a1f6054b9d3e'
const uuid = '5f0c8a52-be1d-4c77-88e2-a1f6054b9d3e'
let orders = 0
let members = 0

async function order({ world, setOwn }: Stage): Promise<void> {
  orders += 1
  setOwn({ [orderNumber]: await paidOrder(world, 10 + orders) })
}

/** Signs in a new account, because each account can check in only once a day. */
async function member({ world, signInAs }: Stage): Promise<void> {
  members += 1
  await signInAs({ default: { url: world.url, ...(await world.member(`visitor${members}`)) } })
}

/** Gives the super administrator earnings from an invited user. */
async function guest({ world: { admin, url } }: Stage): Promise<void> {
  await admin.setOption('QuotaForInviter', '2500000')
  const aff_code = await admin.call<string>('GET', '/api/user/aff')
  const answer = await fetch(`${url}/api/user/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'guest', password: userPassword, aff_code }),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

/** Preconditions of the commands for codes, orders, tasks and the wallet. */
export const moneyPreconditions: Preconditions = {
  redeem: {
    async arrange({ world, setOwn, setEnv }) {
      setOwn({ '1b2c3d4e5f60718293a4b5c6d7e8f901': await world.createCode('gold') })
      setEnv({ CODE: await world.createCode('silver') })
    },
  },
  checkin: { before: ['option set CheckInEnabled true'], arrange: member },
  'tollgate invite --transfer 5usd': { arrange: guest },
  order: { arrange: order },
  'tollgate order refund 3f0c9a52be1d4c7788e2a1f6054b9d3e --note "paid twice"': {
    async inTerminal(window) {
      await window.until(/\[y\/N\]/)
      await window.type('y')
      await window.press('Enter')
    },
  },
  task: {
    async arrange({ world, setOwn }) {
      const id = await song(world)
      setOwn({ [uuid]: id, 1732365600123456: id })
    },
  },
}
