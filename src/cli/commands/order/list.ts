import { defineCommand } from '../../define-command.ts'
import { listOf } from '../../output-schema.ts'
import { orderMoney, orderState, orderStates } from './order-object.ts'

export const orderList = defineCommand({
  path: 'order list',
  summary: { en: 'Lists your orders of online top-up, newest first', zh: '列出您的在线充值订单（最新在前）' },
  examples: [
    'tollgate order list',
    'tollgate order list --every --state paid --json',
    'tollgate order list --every --search alice',
  ],
  isList: true,
  showsMoney: true,
  options: {
    every: {
      flag: '--every',
      help: { en: 'Orders of all users (administrators)', zh: '列出所有用户的订单（管理员）' },
    },
    state: {
      flag: '--state <state>',
      help: { en: 'Only this state', zh: '只显示此状态' },
      choices: orderStates,
    },
    search: {
      flag: '--search <text>',
      help: {
        en: 'With --every: only orders, payments or usernames starting with this text',
        zh: '与 --every 一起使用：订单号、流水号或用户名以此开头',
      },
    },
  },
  operations: ['listOwnTopups'],
  output: listOf({ $ref: 'TopupOrder' }),
  run: ({ every, state, search, limit }, { api, phrase, say }) => {
    const extent = {
      limit,
      onCut: (shown: number, total: number) => say(phrase('say.cut', { shown, total })),
    }
    const wanted = orderStates.find((each) => each === state)
    return every
      ? api.list('/api/topup/', { keyword: search, state: wanted }, extent)
      : api.list('/api/user/topup/self', { state: wanted }, extent)
  },
  quiet: ({ trade_no: number }) => number,
  table: {
    columns: [
      { key: 'trade_no', room: 'keep' },
      { key: 'username', rank: 1 },
      { key: 'state', rank: 1, value: (order, { phrase }) => orderState(order, phrase) },
      {
        key: 'quota',
        room: 'keep',
        align: 'right',
        value: ({ quota_exact: quota }, { money }) => money.both(quota),
      },
      { key: 'money', room: 'keep', align: 'right', value: (order) => orderMoney(order) },
      'method',
      { key: 'created_time', value: ({ created_time: at }, { time }) => time(at) },
      { key: 'paid_time', value: ({ paid_time: at }, { time }) => time(at) },
    ],
    empty: { en: 'No orders.', zh: '没有订单。' },
  },
})
