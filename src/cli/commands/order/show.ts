import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { orderMoney, orderState } from './order-object.ts'

export const orderShow = defineCommand({
  path: 'order show',
  summary: { en: 'Shows one order of online top-up', zh: '显示一个在线充值订单' },
  examples: [
    'tollgate order show 3f0c9a52be1d4c7788e2a1f6054b9d3e',
    'tollgate order show 3f0c9a52be1d4c7788e2a1f6054b9d3e --json',
  ],
  showsMoney: true,
  args: { order: { name: '<order>', help: { en: 'Number of the order', zh: '订单号' } } },
  exits: [exitCodes.notFound],
  operations: ['getTopup'],
  output: { $ref: 'TopupOrder' },
  run: ({ order }, { api }) => api.get('/api/topup/{trade_no}', { path: { trade_no: order } }),
  details: {
    fields: [
      'trade_no',
      'username',
      { key: 'state', value: (order, { phrase }) => orderState(order, phrase) },
      'is_late',
      { key: 'quota', value: ({ quota_exact: quota }, { money }) => money.both(quota) },
      { key: 'money', value: (order) => orderMoney(order) },
      'refunded_money',
      'provider',
      'method',
      'payment_ref',
      { key: 'created_time', value: ({ created_time: at }, { time }) => time(at) },
      { key: 'expires_time', value: ({ expires_time: at }, { time }) => time(at) },
      { key: 'paid_time', value: ({ paid_time: at }, { time }) => time(at) },
      { key: 'refunded_time', value: ({ refunded_time: at }, { time }) => time(at) },
    ],
  },
})
